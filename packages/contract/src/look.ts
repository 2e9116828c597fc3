import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { Timestamp } from "./note.ts";
import { Cursor, pageLimit } from "./paging.ts";
import { isTendKey, TEND_KINDS } from "./tend-key.ts";
import { boundedText } from "./text.ts";

function tendKey(name: string) {
  return z
    .string({ error: `${name} must be a string.` })
    .refine(isTendKey, {
      error: `${name} must be "contested A B" or "near A B" with the ids of two notes, the newer first, or "orphan A".`,
    })
    .meta({
      description: "`contested A B`, `near A B` (ids of notes, the newer first) or `orphan A`.",
      examples: ["near 0195cf6a-7c00-7000-8000-000000000001 0195cf6a-7c00-7000-8000-000000000000"],
    });
}

const Reason = boundedText("reason", 1, LIMITS.reasonLength).meta({ description: "Why it is fine as it is." });

export const Look = z
  .object({ key: z.string(), reason: z.string().nullable(), at: Timestamp })
  .meta({ id: "Look", description: "A matter of tending that its owner found fine." });
export type Look = z.infer<typeof Look>;

export const ListLooksInput = z.object({
  kind: z
    .enum(TEND_KINDS, { error: "kind must be contested, near or orphan." })
    .optional()
    .meta({ description: "Only matters of one kind." }),
  limit: pageLimit(LIMITS.looksAtOnce).optional().default(100),
  cursor: Cursor.optional().meta({ description: "`next` of the page before." }),
});
export type ListLooksInput = z.infer<typeof ListLooksInput>;

export const LookList = z
  .object({
    looks: z.array(Look).meta({ description: "By key; those of a claim that was reworded since are left out." }),
    next: z.string().nullable().meta({ description: "The `cursor` of the next page; null at the end." }),
  })
  .meta({ id: "LookList" });
export type LookList = z.infer<typeof LookList>;

export const AddLooksInput = z
  .object({
    looks: z
      .array(z.object({ key: tendKey("key"), reason: Reason.optional() }), { error: "looks must be an array." })
      .max(LIMITS.looksAtOnce, { error: `looks must have at most ${LIMITS.looksAtOnce} entries.` }),
  })
  .meta({ id: "AddLooksInput" });
export type AddLooksInput = z.infer<typeof AddLooksInput>;

export const AddedLooks = z
  .object({ stored: z.int().min(0).meta({ description: "How many matters; those of unknown notes are left out." }) })
  .meta({ id: "AddedLooks" });
export type AddedLooks = z.infer<typeof AddedLooks>;

export const RemoveLookInput = z.object({ key: tendKey("key") });
export type RemoveLookInput = z.infer<typeof RemoveLookInput>;
