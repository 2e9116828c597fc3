import { expect } from "vitest";
import type { Caller } from "../../callers/test-user.ts";
import { createMemoryStorage } from "../../fakes/memory/create-memory-storage.ts";
import { createWriter, idsOf, momentOf, type Step, type Write, type Writer, writeOf } from "./history.ts";

export interface Outcome {
  readonly write: Write;
  readonly isDone: boolean;
}

/** Sends the writes. In between, reads some time of the past, so that a later write has to correct what is remembered. */
export async function writeAll(writer: Writer, drawnSteps: readonly Step[]): Promise<Outcome[]> {
  const ids: string[] = [];
  const links: Parameters<typeof writeOf>[1]["links"][number][] = [];
  const outcomes: Outcome[] = [];
  for (const [step, one] of drawnSteps.entries()) {
    const write = writeOf(one, { ids, links }, momentOf(step));
    const isDone = await writer.write(step, write);
    outcomes.push({ write, isDone });
    if (write.kind === "create") ids.push(write.id);
    if (write.kind === "link" && isDone) links.push(write.link);
    await writer.api.notes.list({ as_of: momentOf(one.value % (step + 1)), limit: 1 });
  }
  return outcomes;
}

/**
 * Sends the writes that succeeded as another user would who never had the notes that are deleted in the end. Returns
 * what that user reads after each of them.
 */
export async function replay<View>(
  outcomes: readonly Outcome[],
  read: (api: Caller, step: number) => Promise<View>,
): Promise<View[]> {
  const deletedIds = new Set<string>();
  for (const { write, isDone } of outcomes) {
    if (isDone && write.kind === "delete") deletedIds.add(write.id);
    if (isDone && write.kind === "restore") deletedIds.delete(write.id);
  }
  const oracle = createWriter(createMemoryStorage());
  const views: View[] = [];
  for (const [step, { write, isDone }] of outcomes.entries()) {
    const isOmitted =
      write.kind === "delete" || write.kind === "restore" || idsOf(write).some((id) => deletedIds.has(id));
    if (isDone && !isOmitted) expect(await oracle.write(step, write)).toBe(true);
    views.push(await read(oracle.api, step));
  }
  return views;
}
