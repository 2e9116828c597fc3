import { Answer, AskInput, RecallInput, RecallResults } from "@knote/contract";
import { authedProcedure, router } from "../trpc.ts";
import { ask } from "./ask.ts";
import { recall } from "./recall.ts";
import { streamAnswer } from "./stream-answer.ts";

const tags = ["Recall"];

export const recallRouter = router({
  ask: authedProcedure
    .meta({
      scope: "ask",
      idempotent: true,
      openapi: {
        method: "POST",
        path: "/api/ask",
        tags,
        summary: "Answer a question from the caller's notes",
        description:
          "With `Accept: text/event-stream` the answer is streamed: `sources`, `delta` …, `done`, or `error`.",
        protect: true,
      },
    })
    .input(AskInput)
    .output(Answer)
    .mutation(({ ctx, input }) => ask(ctx, input)),

  /** The same as it comes; on REST it is `ask` with another `Accept`. Clients need a streaming link. */
  askStream: authedProcedure
    .meta({ scope: "ask" })
    .input(AskInput)
    .mutation(({ ctx, input }) => streamAnswer(ctx, input)),

  recall: authedProcedure
    .meta({
      scope: "notes:read",
      openapi: {
        method: "POST",
        path: "/api/recall",
        tags,
        summary: "The notes that an answer would be built from",
        protect: true,
      },
    })
    .input(RecallInput)
    .output(RecallResults)
    .mutation(({ ctx, input }) => recall(ctx, input)),
});
