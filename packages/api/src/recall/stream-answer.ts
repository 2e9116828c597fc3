import type { Answer, AnswerCost, AnswerEvent, AskInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { trpcErrorOf } from "../trpc.ts";
import { askStream } from "./ask.ts";

/**
 * A question's answer as it comes, for typed clients: `sources`, `delta`s, `done` with what it cost. A refusal (quota, a
 * provider that is down) fails the call; a failure on the way fails the iteration, with the same codes.
 */
export async function streamAnswer(ctx: ServiceContext, input: AskInput): Promise<AsyncIterable<CountedEvent>> {
  let cost: AnswerCost = { capable: false, fell_back: false };
  const events = withCost(
    askStream(ctx, input, (counted) => (cost = counted)),
    () => cost,
  );
  const first = await events.next();
  return relay(first, events);
}

type CountedEvent = AnswerEvent<Answer & AnswerCost>;

async function* withCost(
  events: AsyncGenerator<AnswerEvent, void>,
  cost: () => AnswerCost,
): AsyncGenerator<CountedEvent, void> {
  for await (const event of events) {
    yield event.event === "done" ? { event: "done", data: { ...event.data, ...cost() } } : event;
  }
}

async function* relay(
  first: IteratorResult<CountedEvent, void>,
  events: AsyncGenerator<CountedEvent, void>,
): AsyncGenerator<CountedEvent, void> {
  try {
    for (let next = first; !next.done; next = await events.next()) yield next.value;
  } catch (error) {
    throw trpcErrorOf(error) ?? error;
  } finally {
    // Reached early when the caller stopped reading: a reservation is given back where that is due.
    await events.return();
  }
}
