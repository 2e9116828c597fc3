import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { Note, Relation } from "./note.ts";
import { Cursor, pageLimit } from "./paging.ts";

/** A note on a card, with the beginning of its content. */
export const TendedNote = Note.pick({
  id: true,
  title: true,
  content: true,
  note_type: true,
  state: true,
  created_at: true,
});
export type TendedNote = z.infer<typeof TendedNote>;

/** Identifies an entry; stays the same each time the entry is listed. */
const key = z.string();

/** Two current notes that contradict each other. */
export const ContestedPair = z.object({ key, source: TendedNote, target: TendedNote });
export type ContestedPair = z.infer<typeof ContestedPair>;

/** Two unlinked notes near each other: near-duplicates, or worth a link. `source` is the newer one. */
export const NearPair = z.object({
  key,
  kind: z.enum(["duplicate", "suggestion"]),
  source: TendedNote,
  target: TendedNote,
  relation: Relation,
  similarity: z.number().min(0).max(1),
});
export type NearPair = z.infer<typeof NearPair>;

/** How much needs tending, by kind. `reviews` are notes that need review other than for a contest, which counts already. */
export const Waiting = z.object({ contested: z.int().min(0), reviews: z.int().min(0) });
export type Waiting = z.infer<typeof Waiting>;

export const TendInput = z.object({
  limit: pageLimit(LIMITS.tendPage).optional().default(20),
  cursor: Cursor.optional(),
});
export type TendInput = z.infer<typeof TendInput>;
