import type { NoteType, Relation } from "@knote/contract";

/** A demo note as its author writes it; its id and links are derived from its slug. */
export interface NoteDraft {
  /** To the minute, UTC: `2025-03-02T08:14`. */
  readonly at: string;
  readonly type: NoteType;
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly importance: number;
}

/** The file `demo-content.json`. */
export interface DemoContent {
  /** By slug. */
  readonly notes: Readonly<Record<string, NoteDraft>>;
  /** Source slug, relation and target slug. */
  readonly links: readonly (readonly [string, Relation, string])[];
}
