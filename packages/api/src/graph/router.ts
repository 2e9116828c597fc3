import { GraphStats } from "@knote/contract";
import { authedProcedure, router } from "../trpc.ts";
import { graphStats } from "./graph-stats.ts";

export const graphRouter = router({
  stats: authedProcedure
    .meta({
      scope: "notes:read",
      openapi: {
        method: "GET",
        path: "/api/graph/stats",
        tags: ["Graph"],
        summary: "Counts of the graph",
        protect: true,
      },
    })
    .output(GraphStats)
    .query(({ ctx }) => graphStats(ctx)),
});
