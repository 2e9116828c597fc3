import { aNoteWrite, aRevision, freshId } from "@knote/testkit";
import type { Relation } from "@knote/contract";
import { expect, it } from "vitest";
import { openIn, temporaryFolder, type TemporaryStorage } from "../testing/temporary-folder.ts";

const USER = "ada";
const SEEDS = Array.from({ length: Number(process.env["KNOTE_STATE_HISTORIES"] ?? 6) }, (_, index) => index);
const WRITES = 60;
const at = "2026-03-01T12:00:00.000Z";

function createRandom(seed: number) {
  let state = seed * 7_919 + 11;
  return (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit;
}

/** Writes that can change states: links of all kinds, archiving, deleting, restoring, purging and new linked notes. */
async function writeOnce(storage: TemporaryStorage, ids: string[], below: (limit: number) => number): Promise<void> {
  const { notes, links } = storage;
  const [id, other] = [ids[below(ids.length)]!, ids[below(ids.length)]!];
  const relation = (["supersedes", "supersedes", "supersedes", "contradicts", "depends_on"] as const)[below(5)]!;
  const link = { source_id: id, target_id: other, relation, created_at: at };
  const dice = below(10);
  if (dice < 5) {
    if (id !== other) await links.insert(USER, link, []).catch(() => undefined);
  } else if (dice === 5) await links.delete(USER, link, at, []);
  else if (dice === 6) {
    const note = await notes.get(USER, id);
    if (note !== null) await notes.update(USER, aRevision(note, { archived: !note.archived }), []);
  } else if (dice === 7) await notes.delete(USER, id, at, []);
  else if (dice === 8) for (const one of ids) await notes.restore(USER, one, () => []);
  else {
    const write = aNoteWrite({ id: freshId() });
    await notes.insertLinked(USER, write, [{ ...link, source_id: write.note.id }], []);
    ids.push(write.note.id);
    if (below(3) === 0) await notes.purge(USER, ids.splice(below(ids.length - 1), 1)[0]!, []);
  }
}

it.each(SEEDS)("states after writes are those that are derived from all links (%i)", async (seed) => {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  // Sees each write as that of another process, so it reads all links every time.
  await using reader = await openIn(folder, { exclusive: false });
  const below = createRandom(seed);
  const ids: string[] = [];
  for (let count = 0; count < 10; count++) {
    const write = aNoteWrite({ id: freshId() });
    await storage.notes.insert(USER, write, []);
    ids.push(write.note.id);
  }
  for (let count = 0; count < WRITES; count++) {
    const before = await storage.links.states(USER);
    const text = JSON.stringify([...before.newerOf]);
    for (let more = below(3); more >= 0; more--) await writeOnce(storage, ids, below);
    const states = await storage.links.states(USER);
    expect(states).toEqual(await reader.links.states(USER));
    // Readers from before the write keep what they have.
    expect(JSON.stringify([...before.newerOf])).toBe(text);
  }
});

it("keeps the links of notes that no write touched", async () => {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  const ids = Array.from({ length: 4 }, () => freshId()) as [string, string, string, string];
  for (const id of ids) await storage.notes.insert(USER, aNoteWrite({ id }), []);
  const link = (source_id: string, relation: Relation, target_id: string) =>
    storage.links.insert(USER, { source_id, target_id, relation, created_at: at }, []);
  await link(ids[1], "supersedes", ids[0]);
  const before = await storage.links.states(USER);
  await link(ids[3], "supersedes", ids[2]);
  const states = await storage.links.states(USER);
  expect(states.newerOf.get(ids[0])).toBe(before.newerOf.get(ids[0]));
  expect(states.superseded).toEqual(new Set([ids[0], ids[2]]));
});
