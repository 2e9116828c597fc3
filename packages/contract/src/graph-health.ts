import * as z from "zod";
import { Timestamp } from "./note.ts";
import { ProposalPrecision } from "./proposal.ts";
import { CauseKind, NamedNote } from "./review.ts";

const count = z.int().min(0);
const share = z.number().min(0).max(1);

const Matters = z.object({
  contested: count.meta({ description: "Pairs that contradict each other and that nobody found fine." }),
  needs_review: z
    .object({ superseded: count, deleted: count, archived: count, reworded: count, contested: count })
    .meta({ description: "Notes by what their foundations became; a note can count for several." }),
  cycles: count.meta({ description: "Groups of notes that rest on each other in a circle." }),
  orphans: count,
  due_decisions: count,
  open_judged: count.meta({ description: "Proposals of a model that nobody has decided." }),
});

const Lately = z.object({
  settled_by_change: count.meta({ description: "Notes that were open then and are not, without any look." }),
  settled_by_look: count.meta({ description: "Notes that need no review only because of looks since." }),
  set_aside: count.meta({ description: "Notes that were open then and are archived now." }),
  rest_links_removed: count,
});

export const GraphHealth = z
  .object({
    at: Timestamp,
    score: share.nullable().meta({
      description: "Share of the load-bearing notes that are sound; null with fewer than 10 of them.",
    }),
    without_looks: share.nullable().meta({ description: "The same as if nobody had ever looked." }),
    load_bearing: count.meta({
      description: "Notes that stand and rest on others, carry others that stand, or take part in a contradiction.",
    }),
    open: count.meta({ description: "Load-bearing notes that are not sound." }),
    matters: Matters,
    last_30_days: Lately,
    proposals: z
      .array(ProposalPrecision)
      .meta({ description: "How often proposed links were right, by who proposed them." }),
    trend: z
      .array(z.object({ at: Timestamp, load_bearing: count, open: count }))
      .meta({ description: "Twelve moments, a week apart and oldest first, as if nobody had ever looked." }),
  })
  .meta({ id: "GraphHealth" });
export type GraphHealth = z.infer<typeof GraphHealth>;

/** A note that fell, with how many others need review because of it. */
export const ShakingNote = NamedNote.extend({ kind: CauseKind, shakes: count });
export type ShakingNote = z.infer<typeof ShakingNote>;
