import type { ImportResult, Relation } from "@knote/contract";
import type { OutboxEntry } from "../../kit/outbox.ts";
import type { NoteFields } from "../notes/editor/note-fields.ts";

/** A note that was written while the server could not be reached. */
export interface WaitingNote {
  readonly fields: NoteFields;
  /** The links that saving it would have made. */
  readonly links: readonly { readonly target: string; readonly relation: Relation }[];
}

export type WaitingEntry = OutboxEntry<WaitingNote>;

/** The user whose notes wait; the name of the last one who was signed in here, since offline nobody says. */
const USER_KEY = "knote.user";

export function rememberUser(storage: Storage, userId: string): void {
  storage.setItem(USER_KEY, userId);
}

export function rememberedUser(storage: Storage): string | null {
  return storage.getItem(USER_KEY);
}

/** Returns the entries of the user. */
export function waitingOf(entries: readonly OutboxEntry[], userId: string | null): readonly WaitingEntry[] {
  // Safe because nothing else is put into the outbox.
  return entries.filter((entry) => entry.userId === userId) as WaitingEntry[];
}

/** The key tells the server that it has the note already when it is sent twice, however late. */
function captureKey({ id }: Pick<WaitingEntry, "id">): string {
  return `capture:${id}`;
}

/** Returns the lines that an import takes: the note, then its links. */
export function captureLines(entry: WaitingEntry, hasTime = true): string {
  const { fields, links } = entry.value;
  const key = captureKey(entry);
  const note = { key, ...fields, ...(hasTime && { created_at: entry.at }) };
  const lines = [{ note }, ...links.map((link) => ({ link: { source: key, ...link } }))];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** What became of a note that was sent, by the results of its lines. */
export type CaptureOutcome =
  | { readonly kind: "stored"; readonly refusedLinks: number }
  /** This browser's clock is ahead: the note can go without its time. */
  | { readonly kind: "early" }
  | { readonly kind: "refused"; readonly detail: string };

export function captureOutcome(results: readonly ImportResult[]): CaptureOutcome {
  const [note, ...links] = results;
  if (note === undefined) return { kind: "refused", detail: "The server did not answer for this note." };
  if (note.status !== "error")
    return { kind: "stored", refusedLinks: links.filter(({ status }) => status === "error").length };
  const issues = note.issues ?? [];
  if (issues.some(({ path }) => path === "note.created_at")) return { kind: "early" };
  return { kind: "refused", detail: issues.map(({ message }) => message).join(" ") || (note.detail ?? "Not stored.") };
}
