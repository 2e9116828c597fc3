import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { allLooks } from "../looks/all-looks.ts";
import { LOOK_KINDS, notesOfLook } from "../ports/look-store.ts";
import type { OperationOutline } from "../ports/operation-store.ts";
import { stancePages } from "../stances/stance-pages.ts";
import type { ExportLine } from "./export-line.ts";

const BATCH = 500;
/** Revisions read at a time: each can be as long as a note can be. */
const REVISIONS = 20;

/** Yields what the service keeps about these notes besides themselves and their links, kind by kind. */
export async function* exportHistory(
  ctx: ServiceContext,
  ids: ReadonlySet<string>,
): AsyncGenerator<readonly ExportLine[]> {
  const { storage, actor } = ctx;
  const { userId } = actor;
  for (const note of ids) {
    // The current revision is the note's own line.
    const current = (await storage.notes.history(userId, note, { limit: 1 }))[0];
    for (let before = current?.revision ?? 1; before > 1; await nextTurn()) {
      const revisions = await storage.notes.history(userId, note, { limit: REVISIONS, before });
      if (revisions.length === 0) break;
      yield revisions.map((revision) => ({ revision: { note, ...revision } }));
      before = revisions.at(-1)!.revision;
    }
  }
  const allIds = [...ids];
  for (let start = 0; start < allIds.length; start += BATCH) {
    const keys = await storage.notes.keysOf(userId, allIds.slice(start, start + BATCH));
    if (keys.size > 0) yield [...keys].map(([note, key]) => ({ key: { note, key } }));
    await nextTurn();
  }
  for (const kind of LOOK_KINDS) {
    for await (const look of allLooks(storage.looks, userId, kind)) {
      if (notesOfLook(look.key).every((id) => id === null || ids.has(id))) yield [{ look }];
    }
  }
  for await (const entries of stancePages(storage.stances, userId)) {
    const inside = entries.filter(({ noteId }) => ids.has(noteId));
    if (inside.length > 0) yield inside.map(({ noteId: note, ...entry }) => ({ stance: { note, ...entry } }));
  }
  for (let after: OperationOutline | undefined; ; await nextTurn()) {
    const outlines = await storage.operations.list(userId, { limit: BATCH, ...(after && { after }) });
    for (const { id, noteIds, partIds } of outlines) {
      if (![...noteIds, ...partIds].every((note) => ids.has(note))) continue;
      const operation = await storage.operations.get(userId, id);
      if (operation !== null) yield [{ operation }];
    }
    after = outlines.at(-1);
    if (outlines.length < BATCH) return;
  }
}
