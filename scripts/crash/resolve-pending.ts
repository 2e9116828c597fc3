import { linkKey } from "../../packages/api/src/index.ts";
import type { LinkInput } from "../../packages/contract/src/index.ts";
import { apply, type Version } from "./journal.ts";
import { send, type Writer } from "./writer.ts";

/** Longer than the claim of a killed request on its idempotency key. */
const CLAIM_MS = 61_000;

export interface ListedNote {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly importance: number;
  readonly state: string;
}

/** Finds out from the data whether the request that a kill interrupted has happened. */
export function resolvePending(
  { journal, heldCreates }: Writer,
  listedNotes: Map<string, ListedNote>,
  links: Map<string, LinkInput>,
): void {
  const { pending } = journal;
  if (pending === null || pending.kind === "import") return;
  journal.pending = null;
  if (pending.kind === "ask") {
    journal.unansweredCount++;
    return;
  }
  if (pending.kind === "create") {
    const id = [...listedNotes.values()].find(({ title }) => title === pending.after.title)?.id;
    if (id !== undefined) apply(journal, pending, id);
    if (pending.key !== null)
      heldCreates.set(pending.key, { change: pending, since: performance.now(), id: id ?? null });
    return;
  }
  if ("link" in pending) {
    const isThere = links.has(linkKey(pending.link));
    if (isThere === (pending.kind === "link") && isThere !== journal.links.has(linkKey(pending.link)))
      apply(journal, pending);
    return;
  }
  if (pending.kind === "purge") {
    // Whether a note that was deleted before is purged now cannot be seen: it is not used any more.
    const wasDeleted = journal.notes.get(pending.id)!.isDeleted;
    if (wasDeleted || !listedNotes.has(pending.id)) apply(journal, pending);
    return;
  }
  const note = listedNotes.get(pending.id);
  const hasHappened = pending.after.isDeleted
    ? note === undefined
    : note !== undefined && isVersion(note, pending.after);
  if (hasHappened) apply(journal, pending);
}

/** Sends interrupted creates again under their keys; reports those that make a second note. */
export async function sendAgain(
  { caller, journal, heldCreates }: Writer,
  listedNotes: Map<string, ListedNote>,
  isLast: boolean,
) {
  const faults: string[] = [];
  for (const [key, entry] of heldCreates) {
    const { status, body } = await send(caller, entry.change);
    const isClaimed = status === 409 && performance.now() - entry.since < CLAIM_MS;
    if (isClaimed && !isLast) continue;
    heldCreates.delete(key);
    if (isClaimed) continue;
    if (status !== 201) faults.push(`a create repeated with its key was answered with ${status}`);
    else if (entry.id !== null && body.id !== entry.id)
      faults.push(`a create repeated with its key made ${body.id} beside ${entry.id}`);
    else if (entry.id === null) {
      apply(journal, entry.change, body.id);
      const { body: note } = await caller.call("GET", `/api/workspace/notes/${body.id}`);
      listedNotes.set(note.id, note);
    }
  }
  return faults;
}

export function isVersion(note: ListedNote, version: Version): boolean {
  const alike = (key: "title" | "content" | "importance") => note[key] === version[key];
  return (
    alike("title") &&
    alike("content") &&
    alike("importance") &&
    JSON.stringify(note.tags) === JSON.stringify(version.tags) &&
    (note.state === "archived") === version.isArchived
  );
}
