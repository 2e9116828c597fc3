import { type ServiceContext, streamLinks, streamNotes } from "@knote/api";
import type { ListLinksInput, ListNotesInput } from "@knote/contract";
import type { Binding } from "../binder/bindings.ts";
import { requireActor, type SpecialAnswer } from "../binder/call.ts";
import type { Responder } from "../http/responder.ts";
import type { Leave } from "../overload/room.ts";
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
  return async ({ binding, exchange, context, input, leave }) => {
    if (input["limit"] !== undefined) return false;
    await streamList(exchange, respond, name, leavingAfterFirst(batches(requireActor(context), binding, input), leave));
    return true;
  };
}

/** What follows comes as fast as it is read, and nobody waits for a slow reader. */
async function* leavingAfterFirst<Batch>(batches: AsyncIterable<Batch>, leave: Leave): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    leave();
    yield batch;
  }
}
