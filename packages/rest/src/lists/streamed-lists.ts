import { type ServiceContext, streamHistory, streamLinks, streamNoteLinks, streamNotes } from "@knote/api";
import type { ListLinksInput, ListNotesInput, NotePageInput } from "@knote/contract";
import type { Binding } from "../binder/bindings.ts";
import { requireActor, type SpecialAnswer } from "../binder/call.ts";
import type { Responder } from "../http/responder.ts";
import type { Place } from "../overload/room.ts";
import { type Lists, streamLists } from "./stream-list.ts";

type ReadLists = (context: ServiceContext, binding: Binding, input: Record<string, unknown>) => Lists;

/** The lists that come whole when nobody names a limit. */
export function streamedLists(respond: Responder): Record<string, SpecialAnswer> {
  return {
    "notes.list": streamed(respond, (ctx, binding, input) => ({
      notes: streamNotes(ctx, binding.parse(input) as ListNotesInput),
    })),
    "notes.history": streamed(respond, (ctx, binding, input) => ({
      revisions: streamHistory(ctx, binding.parse(input) as NotePageInput),
    })),
    "links.list": streamed(respond, (ctx, binding, input) => ({
      links: streamLinks(ctx, binding.parse(input) as ListLinksInput),
    })),
    "links.ofNote": streamed(respond, (ctx, binding, input) =>
      streamNoteLinks(ctx, binding.parse(input) as NotePageInput),
    ),
  };
}

function streamed(respond: Responder, read: ReadLists): SpecialAnswer {
  return async ({ binding, exchange, context, input, place }) => {
    if (input["limit"] !== undefined) return false;
    const lists = Object.entries(read(requireActor(context), binding, input));
    const stepping = lists.map(([name, batches]) => [name, outAfterFirst(batches, place)] as const);
    await streamLists(exchange, respond, Object.fromEntries(stepping));
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
