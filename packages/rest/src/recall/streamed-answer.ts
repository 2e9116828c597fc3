import { askStream } from "@knote/api";
import type { AnswerEvent, AskInput } from "@knote/contract";
import { requireActor, type SpecialAnswer } from "../binder/call.ts";
import { errorAnswer } from "../errors/error-answer.ts";
import { ClientLeft } from "../errors/http-refusal.ts";
import { wantsEventStream } from "../http/accepts.ts";
import { EVENT_STREAM_HEADERS, sseMessage } from "../http/event-stream.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import { writeAll } from "../http/write-all.ts";
import type { Logger } from "../options.ts";

/** `POST /api/ask` for a client that wants events. What fails before the first event is answered as usual. */
export function streamedAnswer(respond: Responder, log: Logger): SpecialAnswer {
  return async ({ binding, exchange, context, input, place }) => {
    if (!wantsEventStream(exchange.request)) return false;
    const events = askStream(requireActor(context), binding.parse(input) as AskInput);
    const first = await events.next();
    place.stepOut();
    respond.head(exchange, 200, EVENT_STREAM_HEADERS);
    const outcome = await relay(exchange, first, events, log);
    respond.ended(exchange, outcome);
    return true;
  };
}

/** Sends event by event, as fast as the client reads. Leaving the generator early gives the quota back where that is due. */
async function relay(
  { response, id }: Exchange,
  first: IteratorResult<AnswerEvent, void>,
  events: AsyncGenerator<AnswerEvent, void>,
  log: Logger,
): Promise<number> {
  try {
    for (let next = first; !next.done; next = await events.next()) {
      await writeAll(response, sseMessage(next.value.event, next.value.data));
    }
    response.end();
    return 200;
  } catch (error) {
    await events.return();
    if (error instanceof ClientLeft || response.destroyed) return 499;
    const { status, body, expected } = errorAnswer(error, false);
    if (!expected) log.error({ id, err: error }, "an answer failed on the way");
    response.end(sseMessage("error", { detail: body.detail }));
    return status;
  }
}
