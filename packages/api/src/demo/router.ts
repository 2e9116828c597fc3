import { Answer, boundedText, DemoGraph, LIMITS } from "@knote/contract";
import * as z from "zod";
import { procedure, router } from "../trpc.ts";
import { demoAsk } from "./demo-ask.ts";
import { demoGraph } from "./demo-graph.ts";
import { EXAMPLE_ANSWER, EXAMPLE_LINK, EXAMPLE_NOTE } from "../examples.ts";

const tags = ["Demo"];

export const demoRouter = router({
  graph: procedure({
    access: "public",
    work: "read",
    abortable: false,
    errors: [],
    openapi: {
      method: "GET",
      path: "/api/demo/graph",
      tags,
      summary: "The built-in demo graph",
      example: { response: { notes: [EXAMPLE_NOTE], links: [EXAMPLE_LINK] } },
    },
  })
    .output(DemoGraph)
    .query(() => demoGraph()),

  ask: procedure({
    access: "public",
    work: "recall",
    abortable: true,
    errors: ["LIMIT_EXCEEDED", "PROVIDER_FAILED"],
    limitedByAddress: true,
    openapi: {
      method: "GET",
      path: "/api/demo/ask",
      tags,
      summary: "Answer a question from the demo graph",
      description: "Without `query`, or with a blank one, a fixed question. 30 a minute for an address.",
      example: { response: EXAMPLE_ANSWER },
    },
  })
    .input(z.object({ query: boundedText("query", 0, LIMITS.queryLength).optional() }))
    .output(Answer)
    .query(({ ctx, input }) => demoAsk(ctx, input)),
});
