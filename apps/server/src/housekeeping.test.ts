import { DAY_MS } from "@knote/contract";
import { Writable } from "node:stream";
import { aNoteWrite, eventually, mortalStorage, testServices, testUser } from "@knote/testkit";
import { pino } from "pino";
import { expect, it } from "vitest";
import { startHousekeeping } from "./housekeeping.ts";

function setUp() {
  const logLines: string[] = [];
  const log = pino(new Writable({ write: (line, _, callback) => (logLines.push(String(line)), callback()) }));
  return { logLines, log, services: testServices() };
}

it("creates the demo graph and purges notes deleted more than 30 days ago", async () => {
  const { log, logLines, services } = setUp();
  const [old, recent] = [aNoteWrite(), aNoteWrite()];
  for (const write of [old, recent]) await services.storage.notes.insert("ada", write, []);
  await services.storage.notes.delete(
    "ada",
    old.note.id,
    new Date(services.clock.now() - 31 * DAY_MS).toISOString(),
    [],
  );
  await services.storage.notes.delete("ada", recent.note.id, new Date(services.clock.now() - DAY_MS).toISOString(), []);

  using _ = startHousekeeping(services, log);
  await eventually(async () =>
    expect((await services.storage.notes.counts("demo:graph")).totalNotes).toBeGreaterThan(50),
  );
  await eventually(async () => expect(await services.storage.notes.restore("ada", old.note.id, () => [])).toBe(false));
  expect(await services.storage.notes.restore("ada", recent.note.id, () => [])).toBe(true);
  expect(logLines).toEqual([]);
});

it("finishes a merge whose process died, and forgets one after 30 days", async () => {
  const { log, logLines, services } = setUp();
  const user = testUser(services);
  const notes = [await user.note("One"), await user.note("Other"), await user.note("Old"), await user.note("Older")];
  const [one, other, old, older] = notes.map(({ id }) => id);
  const merge = (storage: typeof services.storage, id: string, taken: string) =>
    user.on({ storage }).operations.merge({ id, with: [taken] });
  await merge(services.storage, old!, older!);
  services.clock.advance(30 * DAY_MS + 1);
  await expect(merge(mortalStorage(services.storage, 1).storage, one!, other!)).rejects.toThrow("died");
  services.clock.advance(60_000);
  using _ = startHousekeeping(services, log);
  const { operations } = services.storage;
  await eventually(async () =>
    expect(await operations.list(user.actor.userId, { limit: 10 })).toEqual([
      expect.objectContaining({ state: "done", noteIds: [one, other] }),
    ]),
  );
  expect((await user.api.notes.get({ id: other! })).state).toBe("superseded");
  expect(logLines).toEqual([]);
});

it("wakes the indexer for the demo graph instead of waiting for its next turn", async () => {
  const { log } = setUp();
  const dueCounts: number[] = [];
  const services = testServices({
    wakeIndexer: () =>
      void services.storage.vectors.pending(services.embedder.model).then((due) => dueCounts.push(due)),
  });
  using _ = startHousekeeping(services, log);
  await eventually(() => expect(dueCounts.at(-1)).toBeGreaterThan(50));
});

it("logs failures, except of work that the shutdown interrupts", async () => {
  const { log, logLines, services } = setUp();
  await services.storage.close();
  startHousekeeping(services, log)[Symbol.dispose]();
  using _ = startHousekeeping(services, log);
  await eventually(() => expect(logLines).toHaveLength(5));
  expect(logLines.join()).toContain("emptying the trash failed");
  expect(logLines.join()).toContain("seeding the demo graph failed");
});
