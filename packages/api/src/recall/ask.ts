import {
  type Answer,
  type AnswerEvent,
  type AskInput,
  type GroundedAnswer,
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
import { recallQueryMessage } from "../webhooks/messages.ts";
import { wantsCapableModel } from "./choose-model.ts";
import { type GatheredPassage, gatherPassages, numberPassages } from "./gather-passages.ts";
import { type AnswerCost, groundedAnswer } from "./grounded-answer.ts";
import { type NamedTime, openGraph, type OpenGraph, readTime } from "../graph-then/open-graph.ts";
import { awaitFirstEvent } from "../kit/event-streams.ts";
import { citedOrder, headNumbers, renumber } from "./citations.ts";

/** Answers a question from the caller's notes in one piece. */
export async function ask(ctx: ServiceContext, input: AskInput): Promise<Answer> {
  for await (const event of answerWithinQuota(ctx, input, "whole")) {
    if (event.event === "done") {
      const doubtedCount = event.citedPassages.filter(({ review }) => review !== undefined).length;
      if (doubtedCount > 0) ctx.setHeader?.("X-Needs-Review", String(doubtedCount));
      return event.data;
    }
  }
  throw new DomainError("PROVIDER_FAILED", "The answer model ended without an answer.");
}

/** Streams the answer to a question. */
export async function* askStream(ctx: ServiceContext, input: AskInput): AsyncGenerator<AnswerEvent, void> {
  for await (const event of answerWithinQuota(ctx, input, "streamed")) {
    yield event.event === "done" ? { event: "done", data: event.data } : event;
  }
}

/** Opens the events of `askStream`: resolves at the first one, and rejects when that fails. */
export async function openStream(ctx: ServiceContext, input: AskInput): Promise<AsyncGenerator<AnswerEvent, void>> {
  return await awaitFirstEvent(askStream(ctx, input));
}

/**
 * Streams an answer with all details of its sources. Resolves at the first event, so that a refusal (quota, provider
 * down) rejects here; later failures fail the iteration. Ending the iteration early stops the answer.
 */
export async function openAnswer(
  ctx: ServiceContext,
  input: AskInput,
): Promise<AsyncGenerator<AnswerEvent<GroundedAnswer>, void>> {
  return await awaitFirstEvent(groundedEvents(ctx, input));
}

async function* groundedEvents(
  ctx: ServiceContext,
  input: AskInput,
): AsyncGenerator<AnswerEvent<GroundedAnswer>, void> {
  for await (const event of answerWithinQuota(ctx, input, "streamed")) {
    yield event.event === "done" ? { event: "done", data: await groundedAnswer(ctx, event) } : event;
  }
}

/** An event inside this module: the last one also carries the cited passages and the cost. */
type InnerEvent<Cost> =
  | Exclude<AnswerEvent, { event: "done" }>
  | ({
      readonly event: "done";
      readonly data: Answer;
      readonly citedPassages: readonly GatheredPassage[];
      /** The graph that was asked. */
      readonly graph: OpenGraph;
    } & Cost);

/**
 * Answers within the quota. Reserves the query before any work, and gives it back on a failure or when the caller
 * leaves before the first words arrive; an answer in one piece delivers none before its end.
 */
async function* answerWithinQuota(
  ctx: ServiceContext,
  input: AskInput,
  delivery: "whole" | "streamed",
): AsyncGenerator<InnerEvent<AnswerCost>, void> {
  const time = readTime(ctx, input.as_of);
  const { reservation, model, cost } = await admit(ctx, input.query);
  let hasSentWords = false;
  let isSettled = false;
  try {
    for await (const event of answerQuestion(ctx, model, { query: input.query, time })) {
      if (event.event === "done") {
        await settleQuery(ctx, reservation);
        isSettled = true;
        yield { ...event, ...cost };
      } else {
        hasSentWords ||= delivery === "streamed" && event.event === "delta";
        yield event;
      }
    }
  } catch (error) {
    hasSentWords &&= ctx.signal?.aborted === true;
    throw error;
  } finally {
    // Not settled yet after a failure, or when the caller stopped reading.
    if (!isSettled)
      await (hasSentWords ? settleQuery(ctx, reservation) : ctx.storage.quota.release(ctx.actor.userId, reservation));
  }
}

/** Answers a question without quota and activity. */
export async function* answerQuestion(
  ctx: ServiceContext,
  model: AnswerModel,
  { query, time }: { readonly query: string; readonly time: NamedTime | null },
): AsyncGenerator<InnerEvent<unknown>, void> {
  const graph = await openGraph(ctx, time);
  // Earlier versions are for the built-in models, which say since when they no longer hold.
  const withEarlier = model.isRemote !== true;
  const passages = await gatherPassages(graph.ctx, { query, limit: LIMITS.sources, withEarlier });
  const numberedPassages = numberPassages(passages);
  graph.tell(numberedPassages.map(({ noteId }) => noteId));
  yield { event: "sources", data: { sources: numberedPassages.map(sourceOf) } };
  const maxTokens = TIERS[ctx.actor.tier].max_tokens;
  if (model.isRemote) ctx.place?.stepOut();
  let text = "";
  let citedNumbers: readonly number[] = [];
  const request = {
    ...{ query, passages, maxTokens },
    ...(graph.at !== null && { asOf: graph.at }),
    ...(ctx.signal && { signal: ctx.signal }),
  };
  for await (const part of model.answer(request)) {
    if ("cited" in part) citedNumbers = part.cited;
    else {
      text += part.text;
      yield { event: "delta", data: { text: part.text } };
    }
  }
  const order = citedOrder([...citedNumbers, ...headNumbers(citedNumbers, passages)], numberedPassages);
  const sources = order.map((number) => numberedPassages[number - 1]!);
  const answer = { answer: renumber(text, order), sources: sources.map(sourceOf), model: model.id };
  yield { event: "done", data: answer, citedPassages: sources, graph };
}

/** Reserves the query, chooses the model and logs `recall_query`, then `model_used`. */
async function admit(
  ctx: ServiceContext,
  query: string,
): Promise<{ reservation: Reservation; model: AnswerModel; cost: AnswerCost }> {
  const capable = wantsCapableModel(query);
  const reservation = await reserveQuery(ctx, capable);
  const model = reservation.capable ? ctx.models.capable : ctx.models.default;
  const cost = { capable: reservation.capable, fellBack: capable && !reservation.capable };
  try {
    if (cost.fellBack) ctx.setHeader?.("X-Model-Fallback", "sonnet-quota");
    const at = timestamp(ctx);
    const message = recallQueryMessage(ctx, { query, model: model.id, timestamp: at });
    if (message) await ctx.storage.webhooks.add(ctx.actor.userId, [message]);
    await ctx.storage.activity.append(ctx.actor.userId, [
      { type: "recall_query", data: { query }, timestamp: at },
      { type: "model_used", data: { model: model.id }, timestamp: timestamp(ctx) },
    ]);
  } catch (error) {
    await ctx.storage.quota.release(ctx.actor.userId, reservation);
    throw error;
  }
  return { reservation, model, cost };
}

function sourceOf(passage: Passage): Source {
  return { id: passage.noteId, title: passage.title, similarity: passage.similarity };
}
