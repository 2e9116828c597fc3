import { randomUUID } from "node:crypto";
import { EvalError } from "../eval-error.ts";
import type { Progress } from "../progress.ts";
import { NotesRemainError, purgeUsers } from "../service/purge-users.ts";
import { settledHealth } from "../service/settled-health.ts";
import { createServiceClient } from "../service/service-client.ts";
import type { Service } from "../service/service.ts";
import { whenInterrupted } from "../when-interrupted.ts";
import type { MeasureContext } from "./stored-set.ts";

/** Measures a service, whose version it gets. */
type Measure = (context: MeasureContext, version: string) => Promise<void>;

/** Opens a service and measures it. Leaves nothing behind, even after a failure or an interruption. */
export async function measureService(
  openService: () => Promise<Service>,
  progress: Progress,
  measure: Measure,
): Promise<void> {
  using interruption = whenInterrupted();
  try {
    await using service = await openService();
    await withUsers(service, interruption.signal, progress, measure);
  } catch (error) {
    if (!interruption.signal.aborted || error instanceof NotesRemainError) throw error;
    throw new EvalError("Stopped; nothing was left behind.", { cause: error });
  } finally {
    progress.clear();
  }
}

/** Measures, then, even after a failure, removes what was stored in a service that outlives the measurement. */
async function withUsers(
  { url, secret, keepsNotes }: Service,
  signal: AbortSignal,
  progress: Progress,
  measure: Measure,
): Promise<void> {
  const client = createServiceClient({ url, secret, signal });
  try {
    const { version, status } = await settledHealth(() => client.health());
    if (status !== "ok") progress.writeLine(`The service reports its status as ${status}.`);
    await measure({ client, progress, run: randomUUID().slice(-12) }, version);
  } finally {
    if (keepsNotes) {
      const purgedCount = await purgeUsers(createServiceClient({ url, secret }), client.users());
      progress.writeLine(`${purgedCount} notes removed.`);
    }
  }
}
