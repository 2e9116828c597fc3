import { stat } from "node:fs/promises";
import { codeOf, SyncError } from "@knote/sync";
import { CliError } from "../cli-error.ts";
import { ExchangeError, ServiceAway } from "@knote/formats";

const FULL = ["ENOSPC", "EDQUOT"];
const FORBIDDEN = ["EACCES", "EPERM", "EROFS"];

/** Failures that end by themselves: the service comes back, the disk is mounted again or gets room. */
export class PassingFailure extends CliError {
  override readonly name = "PassingFailure";
}

/** Returns a failure of a sync as one that is a sentence for people; an unexpected one as it is. */
export async function sentenceOf(error: unknown, root: string): Promise<unknown> {
  if (error instanceof ServiceAway) return new PassingFailure(error.message, { cause: error });
  if (!(await isThere(root)))
    return new PassingFailure(`${root} went away while it was synced. Nothing was deleted for that.`, { cause: error });
  if (error instanceof CliError || error instanceof ExchangeError) return error;
  if (error instanceof SyncError) return new PassingFailure(error.message, { cause: error });
  const code = codeOf(error);
  if (FULL.includes(code))
    return new PassingFailure(`The disk of ${root} is full. Nothing is lost: make room, then sync again.`, {
      cause: error,
    });
  if (FORBIDDEN.includes(code)) {
    const path = error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : root;
    return new CliError(`${path} may not be read and written (${code}).`, { cause: error });
  }
  return code === "" ? error : new CliError(`${root} cannot be synced: ${(error as Error).message}.`, { cause: error });
}

async function isThere(root: string): Promise<boolean> {
  return await stat(root).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
