import { Answer, AskInput, RecallInput, RecallResults } from "@knote/contract";
import { procedure, router } from "../trpc.ts";
import { ask, askStream } from "./ask.ts";
import { recall } from "./recall.ts";
import { streamAnswer } from "./stream-answer.ts";

const tags = ["Recall"];

export const recallRouter = router({
  ask: procedure({
    access: "ask",
    work: "recall",
    abortable: true,
    errors: ["QUOTA_EXCEEDED", "PROVIDER_FAILED"],
    idempotent: true,
    headers: ["X-Model-Fallback"],
    events: askStream,
    openapi: {
      method: "POST",
      path: "/api/ask",
      tags,
      summary: "Answer a question from the caller's notes",
      description: "With `Accept: text/event-stream` the answer is streamed: `sources`, `delta` …, `done`, or `error`.",
    },
  })
    .input(AskInput)
    .output(Answer)
    .mutation(({ ctx, input }) => ask(ctx, input)),

  /** The same as it comes; on REST it is `ask` with another `Accept`. Clients need a streaming link. */
  askStream: procedure({
    access: "ask",
    work: "recall",
    abortable: true,
    errors: ["QUOTA_EXCEEDED", "PROVIDER_FAILED"],
    streamed: true,
  })
    .input(AskInput)
    .mutation(({ ctx, input }) => streamAnswer(ctx, input)),

  recall: procedure({
    access: "notes:read",
    work: "recall",
    abortable: true,
    errors: [],
    openapi: {
      method: "POST",
      path: "/api/recall",
      tags,
      summary: "The notes that an answer would be built from",
    },
  })
    .input(RecallInput)
    .output(RecallResults)
    .mutation(({ ctx, input }) => recall(ctx, input)),
});
