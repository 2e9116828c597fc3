import { linkKey } from "../../packages/api/src/index.ts";
import type { ImportResult, LinkInput } from "../../packages/contract/src/index.ts";

/** A note in the last version that its writer knows. */
export interface Version {
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly importance: number;
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
}

/** What a request changes. The id of a new note can be unknown; a purged note has no version left. */
export type SingleChange =
  | { readonly kind: "create"; readonly after: Version; readonly key: string | null }
  | { readonly kind: "update" | "delete" | "restore"; readonly id: string; readonly after: Version }
  | { readonly kind: "purge"; readonly id: string }
  | { readonly kind: "link" | "unlink"; readonly link: LinkInput }
  | { readonly kind: "ask"; readonly capable: boolean };

/** Notes sent in one stream, each but the first with a link to the previous one. */
export interface Import {
  readonly kind: "import";
  readonly notes: readonly { readonly key: string; readonly after: Version }[];
}

export type Change = SingleChange | Import;

/** The exact number of events of each kind that the user must have. */
export type EventCounts = Record<
  "note_created" | "note_updated" | "note_deleted" | "note_restored" | "note_linked" | "note_unlinked",
  number
>;

/** Everything acknowledged to one writer, and the one request without a response. */
export interface Journal {
  readonly notes: Map<string, Version>;
  readonly links: Map<string, LinkInput>;
  /** What webhooks must have been sent of notes that are not purged: an import sends nothing. */
  readonly writes: Map<string, { readonly isCreated: boolean; readonly updates: number }>;
  readonly events: EventCounts;
  /** Answered questions; `askedCapable` counts those answered by the capable model. */
  questionCount: number;
  askedCapable: number;
  /** Questions interrupted by a kill: each may count against the quota or not. */
  unansweredCount: number;
  acknowledgedCount: number;
  pending: Change | null;
  /** The received results of an interrupted import. */
  receivedResults: readonly ImportResult[];
}

export function newJournal(): Journal {
  const events = {
    note_created: 0,
    note_updated: 0,
    note_deleted: 0,
    note_restored: 0,
    note_linked: 0,
    note_unlinked: 0,
  };
  const counts = { questionCount: 0, askedCapable: 0, unansweredCount: 0, acknowledgedCount: 0 };
  return {
    notes: new Map(),
    links: new Map(),
    writes: new Map(),
    events,
    ...counts,
    pending: null,
    receivedResults: [],
  };
}

/** Adds a change to the journal that was acknowledged, or found to have happened. */
export function apply(journal: Journal, change: SingleChange, createdId?: string): void {
  switch (change.kind) {
    case "create":
      journal.notes.set(createdId!, change.after);
      journal.writes.set(createdId!, { isCreated: true, updates: 0 });
      journal.events.note_created++;
      break;
    case "update":
      journal.notes.set(change.id, change.after);
      addUpdate(journal, change.id);
      journal.events.note_updated++;
      break;
    case "delete":
    case "restore":
      journal.notes.set(change.id, change.after);
      journal.events[change.kind === "delete" ? "note_deleted" : "note_restored"]++;
      break;
    case "purge":
      purge(journal, change.id);
      break;
    case "link":
      journal.links.set(linkKey(change.link), change.link);
      journal.events.note_linked++;
      break;
    case "unlink":
      journal.links.delete(linkKey(change.link));
      journal.events.note_unlinked++;
      break;
    case "ask":
      journal.questionCount++;
      if (change.capable) journal.askedCapable++;
  }
}

function addUpdate({ writes }: Journal, id: string): void {
  const { isCreated, updates } = writes.get(id) ?? { isCreated: false, updates: 0 };
  writes.set(id, { isCreated, updates: updates + 1 });
}

function purge({ notes, links, writes, events }: Journal, id: string): void {
  writes.delete(id);
  if (notes.get(id)?.isDeleted === false) events.note_deleted++;
  notes.delete(id);
  for (const [key, { source_id, target_id }] of links) if (source_id === id || target_id === id) links.delete(key);
}

/** Returns the links whose notes are both live. */
export function visibleLinks({ notes, links }: Journal): LinkInput[] {
  const isLive = (id: string) => notes.get(id)?.isDeleted === false;
  return [...links.values()].filter(({ source_id, target_id }) => isLive(source_id) && isLive(target_id));
}
