import type { NoteState, NoteType } from "@knote/contract";
import type { ExportFormat } from "../../features/transfer/serve-formats.ts";

/** Which notes are exported, and what of them. */
export interface ExportChoice {
  readonly format: ExportFormat;
  readonly words: string;
  /** A day, `2026-03-01`; empty for all. */
  readonly since: string;
  readonly types: readonly NoteType[];
  readonly states: readonly NoteState[];
  readonly tags: readonly string[];
  readonly needsReview: boolean;
  /** For JSON lines; archives always have it. */
  readonly history: boolean;
}

export const EVERYTHING: ExportChoice = {
  format: "markdown",
  words: "",
  since: "",
  types: [],
  states: [],
  tags: [],
  needsReview: false,
  history: false,
};

/** Returns the parameters of the export; the list of notes has the same filters. */
export function exportQuery(choice: ExportChoice): URLSearchParams {
  const { format, words, since, types, states, tags, needsReview, history } = choice;
  const search = [words.trim(), since && `after:${since}`].filter(Boolean).join(" ");
  return new URLSearchParams([
    ["history", String(history || format === "markdown")],
    ...(search === "" ? [] : [["q", search]]),
    ...types.map((type) => ["note_type", type]),
    ...states.map((state) => ["state", state]),
    ...tags.map((tag) => ["tag", tag]),
    ...(needsReview ? [["needs_review", "true"]] : []),
  ]);
}

export function exportName({ format }: Pick<ExportChoice, "format">, now: Date): string {
  return `knote-${now.toISOString().slice(0, 10)}.${format === "markdown" ? "zip" : "jsonl"}`;
}
