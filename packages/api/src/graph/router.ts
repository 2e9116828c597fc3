import { GraphSnapshotInput, GraphStats } from "@knote/contract";
import { procedure, router, withTrpcErrors } from "../trpc.ts";
import { graphSnapshot } from "./graph-snapshot.ts";
import { graphStats } from "./graph-stats.ts";
import { EXAMPLE_GRAPH_STATS } from "../examples.ts";

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

  /** Streamed, as the whole graph is too long for one response: clients need a streaming link. */
  snapshot: procedure({ access: "notes:read", work: "read", abortable: false, errors: [], isStreamed: true })
    .input(GraphSnapshotInput)
    .query(({ ctx, input }) => withTrpcErrors(graphSnapshot(ctx, input))),
});
