import type { AnswerEvent, AskInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { trpcErrorOf } from "../trpc.ts";
import { askStream } from "./ask.ts";

/**
 * A question's answer as it comes, for typed clients: `sources`, `delta`s, `done`. A refusal (quota, a
 * provider that is down) fails the call; a failure on the way fails the iteration, with the same codes.
 */
export async function streamAnswer(ctx: ServiceContext, input: AskInput): Promise<AsyncIterable<AnswerEvent>> {
  const events = askStream(ctx, input);
  const first = await events.next();
  return relay(first, events);
}

async function* relay(
  first: IteratorResult<AnswerEvent, void>,
  events: AsyncGenerator<AnswerEvent, void>,
): AsyncGenerator<AnswerEvent, void> {
  try {
    for (let next = first; !next.done; next = await events.next()) yield next.value;
  } catch (error) {
    throw trpcErrorOf(error) ?? error;
  } finally {
    // Reached early when the caller stopped reading: a reservation is given back where that is due.
    await events.return();
  }
}
