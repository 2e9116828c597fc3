import {
  type Answer,
  type AnswerCost,
  type AnswerEvent,
  type AskInput,
  LIMITS,
  type Source,
  TIERS,
} from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { AnswerModel, Passage } from "../ports/answer-model.ts";
import type { Reservation } from "../ports/quota-store.ts";
import { reserveQuery, settleQuery } from "../quota/reserve-query.ts";
import { timestamp } from "../time.ts";
import { wantsCapableModel } from "./choose-model.ts";
import { gatherPassages } from "./gather-passages.ts";
import { renumber } from "./renumber.ts";

/** Answers a question from the caller's notes, whole. */
export async function ask(ctx: ServiceContext, input: AskInput): Promise<Answer> {
  for await (const event of answerWithinQuota(ctx, input, "whole")) {
    if (event.event === "done") return event.data;
  }
  throw new DomainError("PROVIDER_FAILED", "The answer model ended without an answer.");
}

/** Answers a question as it comes: `sources`, `delta`s, `done`. `onCost` is called before the first of them. */
export function askStream(
  ctx: ServiceContext,
  input: AskInput,
  onCost?: (cost: AnswerCost) => void,
): AsyncGenerator<AnswerEvent, void> {
  return answerWithinQuota(ctx, input, "streamed", onCost);
}

/**
 * The query is reserved before any work; a failure throws and gives it back, and so does a caller who
 * leaves before the first word has reached them: of a whole answer none does before the last.
 */
async function* answerWithinQuota(
  ctx: ServiceContext,
  input: AskInput,
  delivery: "whole" | "streamed",
  onCost?: (cost: AnswerCost) => void,
): AsyncGenerator<AnswerEvent, void> {
  const { reservation, model, cost } = await admit(ctx, input.query);
  onCost?.(cost);
  let worded = false;
  let settled = false;
  try {
    for await (const event of answerQuestion(ctx, model, input.query)) {
      if (event.event === "done") {
        await settleQuery(ctx, reservation);
        settled = true;
      }
      worded ||= delivery === "streamed" && event.event === "delta";
      yield event;
    }
  } catch (error) {
    worded &&= ctx.signal?.aborted === true;
    throw error;
  } finally {
    // Reached unsettled on a failure, or when the caller stopped reading.
    if (!settled)
      await (worded ? settleQuery(ctx, reservation) : ctx.storage.quota.release(ctx.actor.userId, reservation));
  }
}

/** The answer itself, without quota and activity. */
export async function* answerQuestion(
  ctx: ServiceContext,
  model: AnswerModel,
  query: string,
): AsyncGenerator<AnswerEvent, void> {
  const passages = await gatherPassages(ctx, query, LIMITS.sources);
  yield { event: "sources", data: { sources: passages.map(sourceOf) } };
  const maxTokens = TIERS[ctx.actor.tier].max_tokens;
  if (model.isRemote) ctx.place?.stepOut();
  let text = "";
  let cited: readonly number[] = [];
  for await (const part of model.answer({ query, passages, maxTokens, ...(ctx.signal && { signal: ctx.signal }) })) {
    if ("cited" in part) cited = part.cited;
    else {
      text += part.text;
      yield { event: "delta", data: { text: part.text } };
    }
  }
  yield { event: "done", data: finished(text, cited, passages, model) };
}

/** Takes the quota, chooses the model and says so: `recall_query`, then `model_used`. */
async function admit(
  ctx: ServiceContext,
  query: string,
): Promise<{ reservation: Reservation; model: AnswerModel; cost: AnswerCost }> {
  const capable = wantsCapableModel(query);
  const reservation = await reserveQuery(ctx, capable);
  const model = reservation.capable ? ctx.models.capable : ctx.models.default;
  const cost = { capable: reservation.capable, fell_back: capable && !reservation.capable };
  try {
    if (cost.fell_back) ctx.setHeader?.("X-Model-Fallback", "sonnet-quota");
    await ctx.storage.activity.append(ctx.actor.userId, [
      { type: "recall_query", data: { query }, timestamp: timestamp(ctx) },
      { type: "model_used", data: { model: model.id }, timestamp: timestamp(ctx) },
    ]);
  } catch (error) {
    await ctx.storage.quota.release(ctx.actor.userId, reservation);
    throw error;
  }
  return { reservation, model, cost };
}

/** Sources are what was cited, most similar first, and the text counts them in that order. */
function finished(text: string, cited: readonly number[], passages: readonly Passage[], model: AnswerModel): Answer {
  const order = [...new Set(cited)]
    .filter((number) => passages[number - 1] !== undefined)
    .toSorted((one, other) => passages[other - 1]!.similarity - passages[one - 1]!.similarity || one - other)
    .slice(0, LIMITS.sources);
  return {
    answer: renumber(text, order),
    sources: order.map((number) => sourceOf(passages[number - 1]!)),
    model: model.id,
  };
}

function sourceOf(passage: Passage): Source {
  return { id: passage.noteId, title: passage.title, similarity: passage.similarity };
}
