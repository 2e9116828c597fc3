import type { ImportNote, NoteType, Relation } from "@knote/contract";
import type { LinkTarget } from "../references/find-links.ts";
import type { NamedNote } from "../references/names.ts";

/** A link as it stands in a source, before it is known which note it names. */
export interface Reference extends LinkTarget {
  /** Null for a link in running text: it makes a `relates_to` where nothing else links the two notes. */
  readonly relation: Relation | null;
  /** Whether the named note is the link's source. */
  readonly isInverse: boolean;
}

/** A note as a reader found it. */
export interface FoundNote extends NamedNote, Pick<ImportNote, "archived"> {
  /** Names the note within its source, or everywhere when it is the id of a note of Knote. */
  readonly key: string;
  readonly isOwn: boolean;
  readonly title: string;
  readonly content: string;
  readonly note_type?: NoteType;
  /** The type that another tool gave it, where Knote has no such type. */
  readonly foreignType?: string;
  readonly tags: readonly string[];
  readonly importance?: number;
  readonly created_at?: string;
  readonly references: readonly Reference[];
  /** What the text names without a link between the two notes. */
  readonly notLinked: readonly LinkTarget[];
}

/** What a reader could not take as it stands, and what became of it. */
export interface Problem {
  readonly kind: ProblemKind;
  /** The file, entry or row. */
  readonly place: string;
  readonly detail: string;
}

export const PROBLEM_KINDS = {
  refused: "not read",
  "front-matter": "front matter that is no list of properties",
  encoding: "text that is not UTF-8",
  complex: "texts that would take too long to search for links",
  empty: "notes without text",
  long: "texts that are too long",
  title: "titles that were cut",
  tags: "tags that were left out",
  type: "types that Knote does not know",
  relation: "relations that Knote does not know",
  time: "times that cannot be kept",
  unresolved: "links that lead nowhere",
  ambiguous: "links that fit several notes",
} as const;
type ProblemKind = keyof typeof PROBLEM_KINDS;
