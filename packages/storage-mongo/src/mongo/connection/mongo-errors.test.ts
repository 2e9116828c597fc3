import { DomainError } from "@knote/api";
import { mongo } from "mongoose";
import { expect, it } from "vitest";
import { toStorageError } from "./mongo-errors.ts";

// Safe because nothing looks at what a failed write changed.
const NOTHING = {} as mongo.BulkWriteResult;

it("reports an unreachable server as unavailable, also during a bulk write", () => {
  const networkError = new mongo.MongoNetworkError("The connection was closed.");
  for (const error of [networkError, new mongo.MongoBulkWriteError(networkError, NOTHING)]) {
    const storageError = toStorageError(error);
    expect(DomainError.is(storageError) && storageError.code).toBe("UNAVAILABLE");
  }
});

it("passes on unchanged what a server refuses", () => {
  const duplicateError = new mongo.MongoBulkWriteError({ message: "E11000", code: 11_000, writeErrors: [] }, NOTHING);
  expect(toStorageError(duplicateError)).toBe(duplicateError);
});
