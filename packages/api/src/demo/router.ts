import { Answer, boundedText, DemoGraph, LIMITS } from "@knote/contract";
import * as z from "zod";
import { publicProcedure, router } from "../trpc.ts";
import { demoAsk } from "./demo-ask.ts";
import { demoGraph } from "./demo-graph.ts";

const tags = ["Demo"];

export const demoRouter = router({
  graph: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/api/demo/graph", tags, summary: "The built-in demo graph", protect: false },
    })
    .output(DemoGraph)
    .query(() => demoGraph()),

  ask: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/api/demo/ask",
        tags,
        summary: "Answer a question from the demo graph",
        description: "Without `query`, or with a blank one, a fixed question. 30 a minute for an address.",
        protect: false,
      },
    })
    .input(z.object({ query: boundedText("query", 0, LIMITS.queryLength).optional() }))
    .output(Answer)
    .query(({ ctx, input }) => demoAsk(ctx, input)),
});
