import { Answer, AskInput, LIMITS, RecallInput, RecallResults, SourceNotes } from "@knote/contract";
import * as z from "zod";
import { procedure, router, withTrpcErrors } from "../trpc.ts";
import { ask, openAnswer, openStream } from "./ask.ts";
import { sourceNotes } from "./grounded-answer.ts";
import { recall } from "./recall.ts";
import { EXAMPLE_ANSWER, EXAMPLE_QUESTION, EXAMPLE_RECALL_RESULT } from "../examples.ts";

const tags = ["Recall"];

export const recallRouter = router({
  ask: procedure({
    access: "ask",
    work: "recall",
    abortable: true,
    errors: ["QUOTA_EXCEEDED", "PROVIDER_FAILED"],
    idempotent: true,
    headers: ["X-As-Of", "X-Model-Fallback", "X-Needs-Review"],
    events: openStream,
    openapi: {
      method: "POST",
      path: "/api/ask",
      tags,
      summary: "Answer a question from the caller's notes",
      description: "With `Accept: text/event-stream` the answer is streamed: `sources`, `delta` …, `done`, or `error`.",
      example: { request: EXAMPLE_QUESTION, response: EXAMPLE_ANSWER },
    },
  })
    .input(AskInput)
    .output(Answer)
    .mutation(({ ctx, input }) => ask(ctx, input)),

  /** The streamed answer with all details of its sources. REST serves a plainer stream under `ask`, by `Accept`. */
  askStream: procedure({
    access: "ask",
    work: "recall",
    abortable: true,
    errors: ["QUOTA_EXCEEDED", "PROVIDER_FAILED"],
    isStreamed: true,
  })
    .input(AskInput)
    .mutation(async ({ ctx, input }) => withTrpcErrors(await openAnswer(ctx, input))),

  recall: procedure({
    access: "notes:read",
    work: "recall",
    abortable: true,
    errors: [],
    headers: ["X-As-Of"],
    openapi: {
      method: "POST",
      path: "/api/recall",
      tags,
      summary: "The notes that an answer would be built from",
      example: { request: { ...EXAMPLE_QUESTION, limit: 10 }, response: { results: [EXAMPLE_RECALL_RESULT] } },
    },
  })
    .input(RecallInput)
    .output(RecallResults)
    .mutation(({ ctx, input }) => recall(ctx, input)),

  /** The current state of the sources of an earlier answer. */
  sources: procedure({ access: "notes:read", work: "read", abortable: false, errors: [] })
    .input(z.object({ ids: z.array(z.string()).max(LIMITS.sources) }))
    .output(SourceNotes)
    .query(({ ctx, input }) => sourceNotes(ctx, input)),
});
