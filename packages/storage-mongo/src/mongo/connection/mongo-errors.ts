import { DomainError } from "@knote/api";
import { mongo, MongooseError } from "mongoose";

const DUPLICATE_KEY = 11_000;

export function isDuplicate(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

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
  const kinds = [
    mongo.MongoNetworkError,
    mongo.MongoServerSelectionError,
    mongo.MongoWriteConcernError,
    mongo.MongoNotConnectedError,
    mongo.MongoTopologyClosedError,
  ];
  return (
    kinds.some((kind) => error instanceof kind) ||
    error.hasErrorLabel("RetryableWriteError") ||
    // The pool had no connection free in time, or was closed under the command.
    ["MongoWaitQueueTimeoutError", "MongoPoolClosedError", "MongoPoolClearedError"].includes(error.name)
  );
}
