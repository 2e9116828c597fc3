import { type ServiceContext, streamLinks, streamNotes } from "@knote/api";
import type { ListLinksInput, ListNotesInput } from "@knote/contract";
import type { Binding } from "../binder/bindings.ts";
import { requireActor, type SpecialAnswer } from "../binder/call.ts";
import type { Responder } from "../http/responder.ts";
import type { Place } from "../overload/room.ts";
import { streamList } from "./stream-list.ts";

type Batches = (
  context: ServiceContext,
  binding: Binding,
  input: Record<string, unknown>,
) => AsyncIterable<readonly unknown[]>;

/** The lists that come whole when nobody names a limit. */
export function streamedLists(respond: Responder): Record<string, SpecialAnswer> {
  return {
    "notes.list": streamed(respond, "notes", (ctx, binding, input) =>
      streamNotes(ctx, binding.parse(input) as ListNotesInput),
    ),
    "links.list": streamed(respond, "links", (ctx, binding, input) =>
      streamLinks(ctx, binding.parse(input) as ListLinksInput),
    ),
  };
}

function streamed(respond: Responder, name: string, batches: Batches): SpecialAnswer {
  return async ({ binding, exchange, context, input, place }) => {
    if (input["limit"] !== undefined) return false;
    await streamList(exchange, respond, name, outAfterFirst(batches(requireActor(context), binding, input), place));
    return true;
  };
}

/** What follows comes as fast as it is read, and nobody waits for a slow reader. */
async function* outAfterFirst<Batch>(batches: AsyncIterable<Batch>, place: Place): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    place.stepOut();
    yield batch;
  }
}
