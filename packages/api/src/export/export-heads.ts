import type { Link } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { createDigestSum, type DigestSum, hashOf } from "../kit/digest.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { streamLinks } from "../links/list-links.ts";
import { etagOf } from "../notes/etag.ts";
import type { NoteOutline } from "../ports/note-store.ts";
import type { ExportLine } from "./export-line.ts";

const BATCH = 1_000;
const NO_LINKS = createDigestSum().digest();

/** Yields the state of each note, of its links taken together, and of each note in the trash. */
export async function* exportHeads(ctx: ServiceContext): AsyncGenerator<readonly ExportLine[]> {
  const { notes } = ctx.storage;
  const { userId } = ctx.actor;
  const sums = new Map<string, DigestSum>();
  const sumOf = (id: string) => {
    const sum = sums.get(id) ?? createDigestSum();
    sums.set(id, sum);
    return sum;
  };
  let linkCount = 0;
  for await (const links of streamLinks(ctx, {})) {
    linkCount += links.length;
    for (const link of links) {
      const hash = hashOf(keyOf(link));
      sumOf(link.source_id).add(hash);
      sumOf(link.target_id).add(hash);
    }
    await nextTurn();
  }
  let noteCount = 0;
  for (let after: NoteOutline | undefined; ; await nextTurn()) {
    const outlines = await notes.outlines(userId, { limit: BATCH, ...(after && { after }) });
    noteCount += outlines.length;
    const lines = outlines.map((note) => ({
      head: { id: note.id, etag: etagOf(note), links: sums.get(note.id)?.digest() ?? NO_LINKS },
    }));
    if (lines.length > 0) yield lines;
    after = outlines.at(-1);
    if (outlines.length < BATCH) break;
  }
  for (let after: string | undefined; ; await nextTurn()) {
    const trash = await notes.trash(userId, { limit: BATCH, ...(after !== undefined && { after }) });
    const lines = trash.map((note) => ({ gone: { id: note.id, etag: etagOf(note), deleted_at: note.deleted_at } }));
    if (lines.length > 0) yield lines;
    after = trash.at(-1)?.id;
    if (trash.length < BATCH) break;
  }
  yield [{ end: { notes: noteCount, links: linkCount } }];
}

/** `relates_to` has no direction, so its ends are in order. */
function keyOf({ source_id, target_id, relation }: Link): string {
  const isTurned = relation === "relates_to" && source_id > target_id;
  return isTurned ? `${relation} ${target_id} ${source_id}` : `${relation} ${source_id} ${target_id}`;
}
