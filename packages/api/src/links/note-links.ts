import { LIMITS, type NoteLinks, type NoteLinksInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { requireNote } from "../kit/stored-notes.ts";
import type { LinkEnd, TitledLink } from "../ports/link-store.ts";
import { incomingLink, noteLinksView, outgoingLink } from "./note-link-views.ts";
import { pastNoteLinks, streamPastNoteLinks } from "./past-note-links.ts";

const BATCH = 500;

export interface NoteLinksPage extends NoteLinks {
  readonly next: string | null;
}

/** Returns a page of the links of a note, newest first, with the titles of the other ends. */
export async function noteLinks(ctx: ServiceContext, input: NoteLinksInput): Promise<NoteLinksPage> {
  const { as_of } = input;
  if (as_of !== undefined) return await pastNoteLinks(ctx, { ...input, as_of });
  const { id } = await requireNote(ctx, input.id);
  const { limit = LIMITS.pageSize, cursor } = input;
  const { links, next } = await ctx.storage.links.ofNote(ctx.actor.userId, id, { limit, after: cursor });
  return { ...noteLinksView(id, links), next };
}

/** Streams all outgoing and all incoming links of the note, in batches. */
export function streamNoteLinks(
  ctx: ServiceContext,
  input: NoteLinksInput,
): Record<keyof NoteLinks, AsyncGenerator<unknown[]>> {
  const { as_of } = input;
  if (as_of !== undefined) return streamPastNoteLinks(ctx, { ...input, as_of });
  return {
    outgoing: batches(ctx, input, "source", outgoingLink),
    incoming: batches(ctx, input, "target", incomingLink),
  };
}

async function* batches<Shown>(
  ctx: ServiceContext,
  { id, cursor }: NoteLinksInput,
  end: LinkEnd,
  show: (link: TitledLink) => Shown,
): AsyncGenerator<Shown[]> {
  await requireNote(ctx, id);
  let after = cursor;
  do {
    const { links, next } = await ctx.storage.links.ofNote(ctx.actor.userId, id, { limit: BATCH, after, end });
    if (links.length > 0) yield links.map(show);
    after = next ?? undefined;
  } while (after !== undefined);
}
