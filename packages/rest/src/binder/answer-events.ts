import type { ProcedureMeta, StreamedEvent } from "@knote/api";
import { requireActor, type StreamedCall } from "./call.ts";
import { errorAnswer } from "../errors/error-answer.ts";
import { ClientLeft } from "../errors/http-refusal.ts";
import { EVENT_STREAM_HEADERS, sseMessage } from "../http/event-stream.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import { writeAll } from "../http/write-all.ts";
import type { Logger } from "../options.ts";

/** Sends the output of a procedure as events. What fails before the first event is answered as usual. */
export async function answerEvents(
  { exchange, context, input, place }: StreamedCall,
  open: NonNullable<ProcedureMeta["events"]>,
  { respond, log }: { readonly respond: Responder; readonly log: Logger },
): Promise<void> {
  // Safe because the procedure's own schema has parsed the input.
  const events = open(requireActor(context), input as never);
  const first = await events.next();
  place.stepOut();
  respond.head(exchange, 200, EVENT_STREAM_HEADERS);
  const outcome = await relay(exchange, first, events, log);
  respond.ended(exchange, outcome);
}

/** Sends event by event, as fast as the client reads. Leaving the generator early gives the quota back where that is due. */
async function relay(
  { response, id }: Exchange,
  first: IteratorResult<StreamedEvent, void>,
  events: AsyncGenerator<StreamedEvent, void>,
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
