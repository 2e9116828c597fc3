import type { ServiceContext } from "../context.ts";
import { beginTurn, nextTurn } from "../kit/in-turns.ts";
import { allLooks } from "../looks/all-looks.ts";
import { earlierRevisions } from "../past/earlier-revisions.ts";
import { LOOK_KINDS, notesOfLook } from "../ports/look-store.ts";
import type { OperationOutline } from "../ports/operation-store.ts";
import { stancePages } from "../stances/stance-pages.ts";
import { webhookView } from "../webhooks/webhook-view.ts";
import type { ExportLine } from "./export-line.ts";

const BATCH = 500;

/**
 * Yields what the service keeps about notes besides themselves and their links, kind by kind. `revisions` has the
 * exported revision of each note.
 */
export async function* exportHistory(
  ctx: ServiceContext,
  revisions: ReadonlyMap<string, number>,
): AsyncGenerator<readonly ExportLine[]> {
  const { storage, actor } = ctx;
  const { userId } = actor;
  const turn = beginTurn();
  for (const [note, latest] of revisions) {
    if (latest === 1) continue;
    if (turn.isOver()) await turn.next();
    for await (const revision of earlierRevisions(ctx, note, latest)) yield [{ revision: { note, ...revision } }];
  }
  const allIds = [...revisions.keys()];
  for (let start = 0; start < allIds.length; start += BATCH) {
    const keys = await storage.notes.keysOf(userId, allIds.slice(start, start + BATCH));
    if (keys.size > 0) yield [...keys].map(([note, key]) => ({ key: { note, key } }));
    await nextTurn();
  }
  for (const kind of LOOK_KINDS) {
    for await (const look of allLooks(storage.looks, userId, kind)) {
      if (notesOfLook(look.key).every((id) => id === null || revisions.has(id))) yield [{ look }];
    }
  }
  for await (const entries of stancePages(storage.stances, userId)) {
    const inside = entries.filter(({ noteId }) => revisions.has(noteId));
    if (inside.length > 0) yield inside.map(({ noteId: note, ...entry }) => ({ stance: { note, ...entry } }));
  }
  for (let after: OperationOutline | undefined; ; await nextTurn()) {
    const outlines = await storage.operations.list(userId, { limit: BATCH, ...(after && { after }) });
    for (const { id, noteIds, partIds } of outlines) {
      if (![...noteIds, ...partIds].every((note) => revisions.has(note))) continue;
      const operation = await storage.operations.get(userId, id);
      if (operation !== null) yield [{ operation }];
    }
    after = outlines.at(-1);
    if (outlines.length < BATCH) return;
  }
}

/** Yields the caller's webhooks as their owner sees them: without their secrets. */
export async function* exportWebhooks({
  storage,
  actor,
  clock,
}: ServiceContext): AsyncGenerator<readonly ExportLine[]> {
  const webhooks = await storage.webhooks.list(actor.userId);
  if (webhooks.length > 0) yield webhooks.map((webhook) => ({ webhook: webhookView(webhook, clock.now()) }));
}
