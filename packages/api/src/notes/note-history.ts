import type { NotePageInput, NoteRevision } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { noteNotFound } from "../errors.ts";
import { nextTurn } from "../kit/in-turns.ts";

const DEFAULT_PAGE = 100;
/** Revisions read at a time: each can be as long as a note can be. */
const BATCH = 10;
/** A page ends with the revision that exceeds this many characters. */
const PAGE_LENGTH = 1_000_000;

export interface HistoryPage {
  readonly revisions: NoteRevision[];
  readonly next: string | null;
}

/** Returns a page of a note's revisions, newest first, with the current one; fewer than `limit` when they are long. */
export async function noteHistory(ctx: ServiceContext, input: NotePageInput): Promise<HistoryPage> {
  const { limit = DEFAULT_PAGE } = input;
  const revisions: NoteRevision[] = [];
  let length = 0;
  for await (const batch of streamHistory(ctx, input)) {
    for (const revision of batch) {
      if (revisions.length === limit || length >= PAGE_LENGTH)
        return { revisions, next: encodeCursor([revisions.at(-1)!.revision]) };
      revisions.push(revision);
      length += revision.content.length;
    }
  }
  return { revisions, next: null };
}

/** Yields all revisions in the same order, in batches, and yields to other work in between. */
export async function* streamHistory(
  ctx: ServiceContext,
  { id, cursor }: NotePageInput,
): AsyncGenerator<NoteRevision[]> {
  let before = cursor === undefined ? undefined : (decodeCursor(cursor, ["number"])[0] as number);
  for (;;) {
    const page = { limit: BATCH, ...(before !== undefined && { before }) };
    const batch = await ctx.storage.notes.history(ctx.actor.userId, id, page);
    if (batch.length === 0 && before === undefined) throw noteNotFound();
    if (batch.length > 0) yield batch.map(({ archived: _archived, ...revision }) => revision);
    if (batch.length < BATCH) return;
    before = batch.at(-1)!.revision;
    await nextTurn();
  }
}
