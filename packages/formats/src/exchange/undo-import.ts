import { requireOk, type Service } from "./service.ts";

/** The ETag of a note that nobody has changed since it was created. */
const FIRST_REVISION = /^"1\./;
/** Notes that are looked at together. */
const AT_ONCE = 4;

/** What became of the notes that an import created. */
export interface UndoOutcomes {
  readonly deleted: number;
  /** Left as they are, because somebody has changed them since. */
  readonly changed: number;
  readonly gone: number;
}

/**
 * Deletes the notes that an import created, and leaves those that somebody has changed since. Can be repeated: what
 * was deleted before is gone.
 */
export async function undoImport(
  service: Service,
  ids: readonly string[],
  onProgress: (doneCount: number, total: number) => void = () => undefined,
): Promise<UndoOutcomes> {
  const outcomes = { deleted: 0, changed: 0, gone: 0 };
  const rest = ids.values();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const id of rest) {
      outcomes[await deleteUnchanged(service, id)]++;
      if (hasFailed) return;
      onProgress(outcomes.deleted + outcomes.changed + outcomes.gone, ids.length);
    }
  };
  const stop = (error: unknown): never => {
    hasFailed = true;
    throw error;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch(stop)));
  return outcomes;
}

async function deleteUnchanged(service: Service, id: string): Promise<keyof UndoOutcomes> {
  const address = `/api/workspace/notes/${encodeURIComponent(id)}`;
  const note = await service.send(address, { method: "HEAD" });
  if (note.status === 404) return "gone";
  const etag = (await requireOk(note)).headers.get("etag");
  if (etag === null || !FIRST_REVISION.test(etag)) return "changed";
  const answer = await service.send(address, { method: "DELETE", headers: { "If-Match": etag } });
  if (answer.status === 412) return "changed";
  if (answer.status === 404) return "gone";
  await requireOk(answer);
  return "deleted";
}
