import { ContestedPair, NearPair, TendedNote, TendInput, Waiting } from "@knote/contract";
import * as z from "zod";
import { procedure, router } from "../trpc.ts";
import { adviseEmbedder } from "./advise-embedder.ts";
import { listContested } from "./contested-pairs.ts";
import { countWaiting } from "./count-waiting.ts";
import { listOrphans } from "./list-orphans.ts";
import { listNearPairs } from "./near-pairs.ts";

const next = z.string().nullable();
const total = z.int().min(0);
const reading = { access: "notes:read", work: "read", abortable: false, errors: [] } as const;

/** What needs tending in a graph. Most decisions are ordinary changes of links and notes; only merging has a verb. */
export const tendRouter = router({
  /** How many of the caller's notes are still waiting for their vectors. */
  indexing: procedure(reading)
    .output(z.object({ pending: total }))
    .query(async ({ ctx: { actor, configuredEmbedder, storage } }) => ({
      pending: await storage.vectors.pending(configuredEmbedder.model, actor.userId),
    })),

  /** Whether a multilingual embedder would find the caller's notes better than the one of the settings. */
  embedder: procedure(reading)
    .output(z.object({ isMultilingualBetter: z.boolean() }))
    .query(({ ctx }) => adviseEmbedder(ctx)),

  waiting: procedure(reading)
    .output(Waiting)
    .query(({ ctx }) => countWaiting(ctx)),

  contested: procedure(reading)
    .input(TendInput)
    .output(z.object({ pairs: z.array(ContestedPair), total, next }))
    .query(({ ctx, input }) => listContested(ctx, input)),

  orphans: procedure(reading)
    .input(TendInput)
    .output(z.object({ notes: z.array(TendedNote), next }))
    .query(({ ctx, input }) => listOrphans(ctx, input)),

  near: procedure({ ...reading, work: "recall" })
    .input(TendInput.pick({ cursor: true }))
    .output(z.object({ pairs: z.array(NearPair), next }))
    .query(({ ctx, input }) => listNearPairs(ctx, input)),
});
