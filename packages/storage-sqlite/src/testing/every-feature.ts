import { aMessage, aNoteWrite, aNotice, aRevision, aWebhook, freshId } from "@knote/testkit";
import { lookKey, noteWindows, type StoredNote } from "@knote/api";
import type { Relation } from "@knote/contract";
import type { SqliteStorage } from "../create-sqlite-storage.ts";

export const MODEL = "model-1";

/** Writes data of one user that leaves rows in every table. */
export async function useEveryFeature(storage: SqliteStorage, sub: string): Promise<StoredNote[]> {
  await storage.users.setTier(sub, "student");
  const notes = await writeNotes(storage, sub);
  const [one, two, three, four] = notes as [StoredNote, StoredNote, StoredNote, StoredNote];
  await link(storage, sub, two, "supersedes", one);
  await link(storage, sub, three, "supersedes", two);
  await link(storage, sub, one, "relates_to", three);
  await link(storage, sub, four, "contradicts", three);
  const look = { basis: "-", verdict: "fine", reason: null, details: null, at: new Date().toISOString() };
  await storage.looks.put(sub, [
    { ...look, key: lookKey("near", two.id, one.id) },
    { ...look, key: lookKey("orphan", two.id) },
  ]);
  await hold(storage, sub, two);
  await unlink(storage, sub, two, "extends", one);
  await journal(storage, sub, [two, three]);
  for (const { id } of notes.slice(0, 4)) await embed(storage, sub, id);
  await storage.notes.delete(sub, four.id, new Date().toISOString(), [aNotice()]);
  await storage.notes.purge(sub, notes[4]!.id, [aNotice()]);
  await spend(storage, sub);
  await claim(storage, sub);
  await deliver(storage, sub);
  return notes;
}

/** Leaves a delivery that has ended, and one that waits. */
async function deliver({ webhooks }: SqliteStorage, sub: string): Promise<void> {
  const webhook = aWebhook();
  await webhooks.insert(sub, webhook, 3);
  const [endedMessage, waiting] = [aMessage(), aMessage()];
  await webhooks.add(sub, [endedMessage, waiting]);
  const now = Date.now() + 60_000;
  const [leasedWebhook] = (await webhooks.lease(100, now, now + 1)).filter(({ userId }) => userId === sub);
  const next = { result: "failed", endedAt: now } as const;
  const standing = { ...leasedWebhook!.webhook.standing, stops: null };
  const settledWebhook = await webhooks.settle(
    leasedWebhook!,
    [{ messageId: endedMessage.id, attempt: null, next }],
    standing,
  );
  await webhooks.release(settledWebhook!);
}

async function writeNotes(storage: SqliteStorage, sub: string): Promise<StoredNote[]> {
  const notes: StoredNote[] = [];
  const titles = ["Owls hunt at night", "Owls hunt by ear", "Barn owls hunt by ear in C++", "Straße der Eulen", "Gone"];
  for (const title of titles) {
    const content = `${title}, as the ${"owl ".repeat(9)}tells. `.repeat(40);
    const write = aNoteWrite({ title, content, tags: ["Birds", "Noctürnal", title.slice(0, 4)] });
    await storage.notes.insert(sub, write, [aNotice(title)]);
    notes.push(write.note);
  }
  const revision = aRevision(notes[0]!, { content: "They see in the dark." });
  await storage.notes.update(sub, revision, [aNotice()]);
  await storage.notes.update(
    sub,
    aRevision(revision.note, { archived: true, tags: ["night"], claimed_at: revision.note.updated_at }),
    [aNotice()],
  );
  return notes;
}

async function link(
  storage: SqliteStorage,
  sub: string,
  source: StoredNote,
  relation: Relation,
  target: StoredNote,
): Promise<void> {
  const created_at = new Date().toISOString();
  await storage.links.insert(sub, { source_id: source.id, target_id: target.id, relation, created_at }, [aNotice()]);
}

/** Logs how sure the owner is, what came, and that it was withdrawn. */
async function hold(storage: SqliteStorage, sub: string, { id }: StoredNote): Promise<void> {
  const stance = { noteId: id, confidence: 0.7, expects: "It lasts.", review_on: "2026-06-01", text: null };
  const entries = [
    { ...stance, number: 1, kind: "stance", outcome: null },
    { ...stance, number: 2, kind: "outcome", outcome: "came_true" },
    { ...stance, number: 3, kind: "withdrawn", outcome: null },
  ] as const;
  const at = new Date().toISOString();
  await storage.stances.add(
    sub,
    entries.map((entry) => ({ ...entry, at })),
  );
}

/** Adds a link and removes it again. */
async function unlink(
  storage: SqliteStorage,
  sub: string,
  source: StoredNote,
  relation: Relation,
  target: StoredNote,
): Promise<void> {
  await link(storage, sub, source, relation, target);
  const ends = { source_id: source.id, target_id: target.id, relation };
  await storage.links.delete(sub, ends, new Date().toISOString(), [aNotice()]);
}

/** Adds a merge that is done, and a split that a crash interrupted. */
async function journal(storage: SqliteStorage, sub: string, [one, other]: readonly StoredNote[]): Promise<void> {
  const at = new Date().toISOString();
  const running = { at, state: "running", leaseUntil: 1, moved: 0, plan: "{}" } as const;
  const merge = { ...running, id: freshId(), kind: "merge", noteIds: [one!.id, other!.id], partIds: [] } as const;
  await storage.operations.begin(sub, merge);
  await storage.operations.advance(sub, merge.id, merge, { state: "done", leaseUntil: 0 });
  const partIds = [freshId(), freshId()];
  await storage.operations.begin(sub, { ...running, id: freshId(), kind: "split", noteIds: [one!.id], partIds });
}

async function embed(storage: SqliteStorage, sub: string, id: string): Promise<void> {
  const note = (await storage.notes.get(sub, id))!;
  const windows = noteWindows(note.content).map((window) => ({ ...window, vector: Float32Array.of(0.6, 0, 0.8, 0) }));
  await storage.vectors.put(sub, id, { model: MODEL, revision: note.revision, windows, complete: true });
}

/** Adds a settled query, and one that is left open as by a crash. */
async function spend(storage: SqliteStorage, sub: string): Promise<void> {
  const [now, limits] = [Date.now(), { queries: -1, capableQueries: -1 }];
  const reserve = () =>
    storage.quota.reserve(sub, {
      id: freshId(),
      month: "2026-03",
      capable: true,
      limits,
      now,
      leaseUntil: now + 60_000,
    });
  await storage.quota.settle(sub, (await reserve())!.reservation);
  await reserve();
}

/** Adds a stored response, and a request that is under way. */
async function claim(storage: SqliteStorage, sub: string): Promise<void> {
  const now = Date.now();
  for (const key of ["answered", "under way"]) {
    const times = { now, leaseUntil: now + 60_000, expiresAt: now + 3_600_000 };
    await storage.idempotency.claim(sub, { key, bodyHash: "hash", seed: key, ...times });
  }
  await storage.idempotency.complete(sub, "answered", "answered", { status: 201, body: "{}", headers: {} });
}
