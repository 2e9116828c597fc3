import { LIMITS, type NoteLinks, type NotePageInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { requireNote } from "../kit/stored-notes.ts";
import type { LinkEnd, TitledLink } from "../ports/link-store.ts";

const BATCH = 500;

export interface NoteLinksPage extends NoteLinks {
  readonly next: string | null;
}

/** Returns a page of the links of a note, newest first, with the titles of the other ends. */
export async function noteLinks(ctx: ServiceContext, input: NotePageInput): Promise<NoteLinksPage> {
  const { id } = await requireNote(ctx, input.id);
  const { limit = LIMITS.pageSize, cursor } = input;
  const { links, next } = await ctx.storage.links.ofNote(ctx.actor.userId, id, { limit, after: cursor });
  const isOutgoing = (link: TitledLink) => link.source_id === id;
  return {
    outgoing: links.filter(isOutgoing).map(outgoingLink),
    incoming: links.filter((link) => !isOutgoing(link)).map(incomingLink),
    next,
  };
}

/** Streams all outgoing and all incoming links of the note, in batches. */
export function streamNoteLinks(
  ctx: ServiceContext,
  input: NotePageInput,
): Record<keyof NoteLinks, AsyncGenerator<unknown[]>> {
  return {
    outgoing: batches(ctx, input, "source", outgoingLink),
    incoming: batches(ctx, input, "target", incomingLink),
  };
}

async function* batches<Shown>(
  ctx: ServiceContext,
  { id, cursor }: NotePageInput,
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

function outgoingLink({ target_id, title, relation, created_at }: TitledLink): NoteLinks["outgoing"][number] {
  return { target_id, target_title: title, relation, created_at };
}

function incomingLink({ source_id, title, relation, created_at }: TitledLink): NoteLinks["incoming"][number] {
  return { source_id, source_title: title, relation, created_at };
}
