import { DomainError } from "@knote/api";
import { mongo, MongooseError } from "mongoose";

/** Error codes for a command that the server gave up for its time limit. */
const TOO_SLOW = [50, 262];

export function unavailable(message: string, cause?: unknown): DomainError {
  return new DomainError("UNAVAILABLE", message, { cause });
}

/** Turns errors of an unreachable server into UNAVAILABLE, as the request is not at fault. */
export function toStorageError(error: unknown): unknown {
  return isOutOfReach(error) ? unavailable("The database cannot be reached.", error) : error;
}

function isOutOfReach(error: unknown): boolean {
  // Mongoose wraps the driver's error while it connects.
  if (error instanceof MongooseError) return error.name === "MongooseServerSelectionError";
  if (!(error instanceof mongo.MongoError)) return false;
  // A bulk write that no server answered wraps the driver's error.
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
