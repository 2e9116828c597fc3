import type { ProcedureMeta, StreamedEvent } from "@knote/api";
import { requireActor, type StreamedCall } from "./call.ts";
import { errorAnswer } from "../errors/error-answer.ts";
import { ClientLeft } from "../errors/http-refusal.ts";
import { EVENT_STREAM_HEADERS, sseMessage } from "../http/event-stream.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import { writeAll } from "../http/write-all.ts";
import type { Logger } from "../options.ts";

/** Streams the output of a procedure as events. A failure before the first event is an ordinary error response. */
export async function answerEvents(
  { exchange, context, input, place }: StreamedCall,
  open: NonNullable<ProcedureMeta["events"]>,
  { respond, log }: { readonly respond: Responder; readonly log: Logger },
): Promise<void> {
  // Safe because the procedure's own schema has parsed the input.
  const events = await open(requireActor(context), input as never);
  place.stepOut();
  respond.head(exchange, 200, EVENT_STREAM_HEADERS);
  respond.recordEnd(exchange, await relay(exchange, events, log));
}

/** Sends the events as fast as the client reads. Leaving the events early refunds the quota where that is due. */
async function relay(
  { response, id }: Exchange,
  events: AsyncGenerator<StreamedEvent, void>,
  log: Logger,
): Promise<number> {
  try {
    for await (const { event, data } of events) await writeAll(response, sseMessage(event, data));
    response.end();
    return 200;
  } catch (error) {
    if (error instanceof ClientLeft || response.destroyed) return 499;
    const { status, body, isExpected } = errorAnswer(error, false);
    if (!isExpected) log.error({ id, err: error }, "a streamed answer failed");
    response.end(sseMessage("error", { detail: body.detail }));
    return status;
  }
}
