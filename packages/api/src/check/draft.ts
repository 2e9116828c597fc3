import type { CheckRule, NoteState, NoteType, Relation } from "@knote/contract";

/** A note before it is stored, as the rules read it. */
export interface Draft {
  /** The note that is being edited; null for a new one. */
  readonly id: string | null;
  readonly title: string;
  /** Null before there is any. */
  readonly content: string | null;
  readonly noteType: NoteType | null;
  /** Cosine of title and content; null where nothing asks for it, or it cannot be known. */
  readonly support: number | null;
}

/** A live note of the same owner that the draft may have to do with. */
export interface NearNote {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly state: NoteState;
  /** Whether it stands, but rests on something that fell. */
  readonly needsReview: boolean;
  /** Cosine of the heads, 0 to 1; 0 where it is unknown. */
  readonly similarity: number;
  /** What replaced it: none for a note that stands, or one that was only archived. */
  readonly heads: readonly { readonly id: string; readonly title: string }[];
  /** Relations of its links with the note that is being edited. */
  readonly relations: ReadonlySet<Relation>;
}

/** Where a finding is, in code units of a field. */
export interface Span {
  readonly field: "title" | "content";
  readonly start: number;
  readonly end: number;
}

/** What a rule found, before it is known whether and how it is shown. */
export interface RuleFinding {
  readonly rule: CheckRule;
  readonly message: string;
  readonly notes?: readonly NearNote[];
  readonly span?: Span;
  readonly offer?: { readonly relation: Relation; readonly target_id: string };
}

/** A rule of the check: a pure function of the draft and the notes near it. */
export type Rule = (draft: Draft, near: readonly NearNote[]) => RuleFinding[];

/** Most findings of one rule: more of a kind say nothing new. */
export const MOST_OF_A_RULE = 3;

/** Whether the note stood before the draft: a link goes from the newer note to the older one. */
export function isOlder(note: NearNote, { id }: Draft): boolean {
  return id === null || note.id < id;
}

/** Whether the note is neither archived nor superseded. */
export function stands({ state }: NearNote): boolean {
  return state === "active" || state === "contested";
}

export function quote(title: string): string {
  return `“${title}”`;
}
