import { GraphHealth, GraphSnapshotInput, GraphStats, LIMITS, pageLimit, ShakingNote } from "@knote/contract";
import * as z from "zod";
import { procedure, router, withTrpcErrors } from "../trpc.ts";
import { graphSnapshot } from "./graph-snapshot.ts";
import { graphStats } from "./graph-stats.ts";
import { EXAMPLE_GRAPH_HEALTH, EXAMPLE_GRAPH_STATS } from "../examples.ts";
import { graphHealth } from "../soundness/graph-health.ts";
import { rankShaking } from "../soundness/rank-shaking.ts";

export const graphRouter = router({
  stats: procedure({
    access: "notes:read",
    work: "read",
    abortable: false,
    errors: [],
    openapi: {
      method: "GET",
      path: "/api/graph/stats",
      tags: ["Graph"],
      summary: "Counts of the graph",
      example: { response: EXAMPLE_GRAPH_STATS },
    },
  })
    .output(GraphStats)
    .query(({ ctx }) => graphStats(ctx)),

  health: procedure({
    access: "notes:read",
    work: "read",
    abortable: false,
    errors: [],
    openapi: {
      method: "GET",
      path: "/api/graph/health",
      tags: ["Graph"],
      summary: "How sound the graph is, with and without what was looked at",
      example: { response: EXAMPLE_GRAPH_HEALTH },
    },
  })
    .output(GraphHealth)
    .query(({ ctx }) => graphHealth(ctx)),

  /** What shakes most, most first. */
  shaking: procedure({ access: "notes:read", work: "read", abortable: false, errors: [] })
    .input(z.object({ limit: pageLimit(LIMITS.tendPage).optional().default(5) }))
    .output(z.object({ causes: z.array(ShakingNote) }))
    .query(async ({ ctx, input }) => ({ causes: await rankShaking(ctx, input) })),

  /** Streamed, as the whole graph is too long for one response: clients need a streaming link. */
  snapshot: procedure({ access: "notes:read", work: "read", abortable: false, errors: [], isStreamed: true })
    .input(GraphSnapshotInput)
    .query(({ ctx, input }) => withTrpcErrors(graphSnapshot(ctx, input))),
});
