import type { Answer } from "@knote/contract";
import type { RequestContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { answerQuestion } from "../recall/ask.ts";
import { DEMO_ACTOR } from "./demo-user.ts";

/** The question that is answered when the visitor sends none. */
export const DEMO_QUESTION = "What helps me remember what I learn?";

/** Answers a question from the demo graph, without quota or events. */
export async function demoAsk(ctx: RequestContext, input: { readonly query?: string | undefined }): Promise<Answer> {
  const query = input.query === undefined || input.query.trim() === "" ? DEMO_QUESTION : input.query.trim();
  for await (const event of answerQuestion({ ...ctx, actor: DEMO_ACTOR }, ctx.models.demo, { query, time: null })) {
    if (event.event === "done") return event.data;
  }
  throw new DomainError("PROVIDER_FAILED", "The answer model ended without an answer.");
}
