import { hash } from "node:crypto";
import { lookKey, type Session, type Storage, type StoredNote } from "@knote/api";
import { aGrant, aLink, aMessage, aNote, aNoteWrite, aRevision, aToken, aWebhook, freshId } from "@knote/testkit";

export const MODEL = "model-of-the-migration";
export const MONTH = "2026-11";
/** The digest of the secret in ada's cookie. */
export const DIGEST = hash("sha256", "a secret", "base64url");
/** The digest of a personal token of ada's. */
export const TOKEN_DIGEST = hash("sha256", "a token", "base64url");
const REWORDED_AT = "2026-11-21T00:00:00.000Z";
export const LIMITS = { queries: 3, capableQueries: 1 };

export interface SampleData {
  /** Ada's notes, oldest first: two of them deleted, three revised, one archived. */
  readonly notes: readonly StoredNote[];
  readonly deletedNote: StoredNote;
}

/** Writes data of ada and grace with one of everything that migrates, and the remains of eve, who was erased. */
export async function writeSampleData(storage: Storage, notesOfAda = 60): Promise<SampleData> {
  await storage.vectors.serve(MODEL);
  await storage.users.setTier("ada", "pro");
  await storage.users.ensure("grace", "free");
  await storage.sessions.endAll("ada", 1_000);
  await storage.users.erase("eve", 2_000);
  const notes = Array.from({ length: notesOfAda }, (_, index) => aNote({ title: `Owl ${index}`, tags: ["Birds"] }));
  await storage.notes.insertMany("ada", notes.map(withKey));
  await storage.notes.insertMany("grace", [aNote({ title: "Grace alone" })].map(withKey));
  await revise(storage, notes);
  await link(storage, notes);
  for (const { id } of notes.slice(-2)) await storage.notes.delete("ada", id, "2026-11-20T00:00:00.000Z", []);
  await embed(storage, notes.slice(0, 10));
  await signIn(storage);
  await ask(storage);
  await hearOf(storage);
  return { notes, deletedNote: notes.at(-1)! };
}

function withKey(note: StoredNote) {
  return { ...aNoteWrite(note), key: `key of ${note.title}` };
}

async function revise(storage: Storage, notes: readonly StoredNote[]): Promise<void> {
  for (const note of [notes[0]!, notes[1]!, notes.at(-1)!]) {
    const second = aRevision(note, { title: "Hawks hunt by day", updated_at: REWORDED_AT, claimed_at: REWORDED_AT });
    await storage.notes.update("ada", second, []);
    await storage.notes.update("ada", aRevision(second.note, { importance: 0.75, archived: note === notes[1] }), []);
  }
}

/** Links the notes in a chain, including the last ones, which are deleted later. */
async function link(storage: Storage, notes: readonly StoredNote[]): Promise<void> {
  const links = notes.slice(1).map(({ id }, index) =>
    aLink({
      source_id: id,
      target_id: notes[index]!.id,
      relation: index % 3 === 0 ? "supersedes" : "relates_to",
      created_at: new Date(Date.UTC(2026, 10, 1, 0, 0, index)).toISOString(),
    }),
  );
  await storage.links.insertMany("ada", links);
  const look = { basis: "-", verdict: "fine", reason: "It holds.", details: null, at: REWORDED_AT };
  await storage.looks.put("ada", [{ ...look, key: lookKey("orphan", notes[5]!.id) }]);
  await takeStance(storage, notes[5]!.id);
  await takeStance(storage, notes.at(-1)!.id);
  await storage.links.delete("ada", links[1]!, "2026-11-22T00:00:00.000Z", []);
  const operation = { id: freshId(), kind: "split", at: REWORDED_AT, state: "running", leaseUntil: 1 } as const;
  const [noteIds, partIds] = [[notes[6]!.id], [freshId()]];
  await storage.operations.begin("ada", { ...operation, noteIds, partIds, moved: 0, plan: "{}" });
}

async function takeStance(storage: Storage, noteId: string): Promise<void> {
  const stance = { confidence: 0.7, expects: "It lasts.", review_on: null, outcome: null, text: null };
  await storage.stances.add("ada", [{ ...stance, noteId, number: 1, at: REWORDED_AT, kind: "stance" }]);
}

async function embed(storage: Storage, notes: readonly StoredNote[]): Promise<void> {
  for (const [index, { id }] of notes.entries()) {
    const windows = [index, index + 90].map((degrees, place) => ({
      start: place * 10,
      end: place * 10 + 10,
      vector: unitVector(degrees),
    }));
    // The vectors of a revised note belong to its latest text.
    const revision = index < 2 ? 2 : 1;
    await storage.vectors.put("ada", id, { model: MODEL, revision, windows, complete: index !== 9 });
  }
}

export function unitVector(degrees: number): Float32Array {
  const radians = (degrees * Math.PI) / 180;
  return Float32Array.of(Math.cos(radians), Math.sin(radians));
}

function aSession(now: number): Session {
  const times = { createdAt: now, lastUsedAt: now, expiresAt: now + 3_600_000 };
  return { id: "session of ada", userId: "ada", name: "Ada", login: null, userAgent: "Firefox", ...times };
}

async function signIn({ sessions, tokens }: Storage): Promise<void> {
  await sessions.create(DIGEST, aSession(Date.now()), null);
  await tokens.create(TOKEN_DIGEST, aToken("ada"), 50);
  await tokens.create(`${TOKEN_DIGEST} of a grant`, aGrant("ada", { accessUntil: 1 }), 50);
}

/** Uses two of three queries, and stores a response. */
async function ask({ quota, idempotency }: Storage): Promise<void> {
  const now = Date.now();
  for (const id of ["one", "two"]) {
    const request = { id, month: MONTH, capable: id === "one", limits: LIMITS, now, leaseUntil: now + 60_000 };
    const { reservation } = (await quota.reserve("ada", request))!;
    await quota.settle("ada", reservation);
  }
  await quota.warnOnce("ada", MONTH, "queries");
  await idempotency.claim("ada", aClaim(now));
  await idempotency.complete("ada", "POST /notes once", "seed", { status: 201, body: "{}", headers: { etag: "1" } });
}

/** Registers two webhooks of ada's; one is stopped, the other was sent a message. */
async function hearOf({ webhooks }: Storage): Promise<void> {
  const [activeWebhook, stoppedWebhook] = [
    aWebhook({ name: "Both", payload: "detailed" }),
    aWebhook({ events: ["link.created"] }),
  ];
  for (const webhook of [activeWebhook, stoppedWebhook]) await webhooks.insert("ada", webhook, 9);
  const previous = { sealed: "an earlier one, sealed", until: Date.now() + 3_600_000 };
  await webhooks.change("ada", activeWebhook.id, { secret: "a new one, sealed", previous, updatedAt: 7 });
  await webhooks.change("ada", stoppedWebhook.id, { stopped: "gone", updatedAt: 8 });
  const message = aMessage();
  await webhooks.add("ada", [message]);
  const later = Date.now() + 60_000;
  const [leasedWebhook] = await webhooks.lease(1, later, later + 60_000);
  const at = new Date(later).toISOString();
  const attempt = { number: 1, at, by: "schedule", ms: 5, status: 204, error: null, response: null } as const;
  const next = { result: "delivered", endedAt: later } as const;
  const { standing } = leasedWebhook!.webhook;
  await webhooks.settle(leasedWebhook!, [{ messageId: message.id, attempt, next }], { ...standing, stops: null });
}

export function aClaim(now: number) {
  const times = { now, leaseUntil: now + 60_000, expiresAt: now + 3_600_000 };
  return { key: "POST /notes once", bodyHash: "hash", seed: "seed", ...times };
}
