import { DomainError } from "@knote/api";
import { mongo, MongooseError } from "mongoose";

/** The server gave a command up. */
const TOO_SLOW = [50, 262];

export function unavailable(message: string, cause?: unknown): DomainError {
  return new DomainError("UNAVAILABLE", message, { cause });
}

/** MongoDB's errors in words of the ports: a server that is out of reach is no fault of the request. */
export function toStorageError(error: unknown): unknown {
  return isOutOfReach(error) ? unavailable("The database cannot be reached.", error) : error;
}

function isOutOfReach(error: unknown): boolean {
  // What mongoose makes of it while it connects.
  if (error instanceof MongooseError) return error.name === "MongooseServerSelectionError";
  if (!(error instanceof mongo.MongoError)) return false;
  // What a bulk write met before a server answered stands inside of it.
  if (error instanceof mongo.MongoBulkWriteError && error.errorResponse instanceof Error)
    return isOutOfReach(error.errorResponse);
  const kinds = [
    mongo.MongoNetworkError,
    mongo.MongoServerSelectionError,
    mongo.MongoWriteConcernError,
    mongo.MongoNotConnectedError,
    mongo.MongoTopologyClosedError,
  ];
  return (
    TOO_SLOW.includes(Number(error.code)) ||
    kinds.some((kind) => error instanceof kind) ||
    error.hasErrorLabel("RetryableWriteError") ||
    // The pool had no connection free in time, or was closed under the command.
    ["MongoWaitQueueTimeoutError", "MongoPoolClosedError", "MongoPoolClearedError"].includes(error.name)
  );
}
