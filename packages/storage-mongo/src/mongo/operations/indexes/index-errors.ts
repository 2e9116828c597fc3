import { mongo } from "mongoose";
import { isDuplicate } from "../../connection/duplicate-keys.ts";

const NO_COLLECTION = 26;
/** An existing index has the same name or fields, with other options. */
const CONFLICTS = [85, 86];
/** A build is under way or was aborted: by this process before a restart, by another one, or by hand. */
const BUSY = [12_586, 12_587, 276, 285];

export type IndexFailure = "collision" | "conflict" | "busy" | "other";

export function indexFailure(error: unknown): IndexFailure {
  if (isDuplicate(error)) return "collision";
  const code = codeOf(error);
  return CONFLICTS.includes(code) ? "conflict" : BUSY.includes(code) ? "busy" : "other";
}

export function isNoCollection(error: unknown): boolean {
  return codeOf(error) === NO_COLLECTION;
}

function codeOf(error: unknown): number {
  return error instanceof mongo.MongoServerError ? Number(error.code) : Number.NaN;
}
