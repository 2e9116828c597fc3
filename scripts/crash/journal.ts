import { linkKey } from "../../packages/api/src/index.ts";
import type { ImportResult, LinkInput } from "../../packages/contract/src/index.ts";

/** A note as its writer last knew it. */
export interface Version {
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly importance: number;
  readonly archived: boolean;
  readonly deleted: boolean;
}

/** What a request changes. Of a note that is to be created, the id may not be known; of one purged, no version is left. */
export type SingleChange =
  | { readonly kind: "create"; readonly after: Version; readonly key: string | null }
  | { readonly kind: "update" | "delete" | "restore"; readonly id: string; readonly after: Version }
  | { readonly kind: "purge"; readonly id: string }
  | { readonly kind: "link" | "unlink"; readonly link: LinkInput }
  | { readonly kind: "ask"; readonly capable: boolean };

/** Notes sent in one stream, each but the first with a link to the one before it. */
export interface Import {
  readonly kind: "import";
  readonly notes: readonly { readonly key: string; readonly after: Version }[];
}

export type Change = SingleChange | Import;

/** Events of each kind that the user must have, neither more nor fewer. */
export type EventCounts = Record<
  "note_created" | "note_updated" | "note_deleted" | "note_restored" | "note_linked" | "note_unlinked",
  number
>;

/** What one writer has been told is done, and the one request whose answer never came. */
export interface Journal {
  readonly notes: Map<string, Version>;
  readonly links: Map<string, LinkInput>;
  readonly events: EventCounts;
  /** Answered questions, and those of them by the capable model. */
  asked: number;
  askedCapable: number;
  /** Questions whose answer a kill cut off: each may count or not. */
  unanswered: number;
  acknowledged: number;
  pending: Change | null;
  /** Of an import that was cut off, the results that came. */
  told: readonly ImportResult[];
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
  const counts = { asked: 0, askedCapable: 0, unanswered: 0, acknowledged: 0 };
  return { notes: new Map(), links: new Map(), events, ...counts, pending: null, told: [] };
}

/** Takes a change into the journal: it was acknowledged, or found to have happened. */
export function apply(journal: Journal, change: SingleChange, createdId?: string): void {
  switch (change.kind) {
    case "create":
      journal.notes.set(createdId!, change.after);
      journal.events.note_created++;
      break;
    case "update":
      journal.notes.set(change.id, change.after);
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
      journal.asked++;
      if (change.capable) journal.askedCapable++;
  }
}

function purge({ notes, links, events }: Journal, id: string): void {
  if (notes.get(id)?.deleted === false) events.note_deleted++;
  notes.delete(id);
  for (const [key, { source_id, target_id }] of links) if (source_id === id || target_id === id) links.delete(key);
}

/** Links show while both their notes are there. */
export function visibleLinks({ notes, links }: Journal): LinkInput[] {
  const isLive = (id: string) => notes.get(id)?.deleted === false;
  return [...links.values()].filter(({ source_id, target_id }) => isLive(source_id) && isLive(target_id));
}
