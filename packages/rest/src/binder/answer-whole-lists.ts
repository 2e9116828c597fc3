import type { ProcedureMeta } from "@knote/api";
import { requireActor, type StreamedCall } from "./call.ts";
import type { Responder } from "../http/responder.ts";
import type { Place } from "../overload/room.ts";
import { streamLists } from "../lists/stream-list.ts";

/** Streams the complete lists of a procedure, for a request without a limit. */
export async function answerWholeLists(
  call: StreamedCall,
  wholeLists: NonNullable<ProcedureMeta["wholeLists"]>,
  respond: Responder,
): Promise<void> {
  const { exchange, context, input, place } = call;
  // Safe because the procedure's own schema has parsed the input.
  const lists = Object.entries(wholeLists(requireActor(context), input as never));
  const stepping = lists.map(([name, batches]) => [name, stepOutAfterFirst(batches, place)] as const);
  await streamLists(exchange, respond, Object.fromEntries(stepping));
}

/** After the first batch the client's reading sets the pace: a slow reader must not keep others waiting. */
async function* stepOutAfterFirst<Batch>(batches: AsyncIterable<Batch>, place: Place): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    place.stepOut();
    yield batch;
  }
}
