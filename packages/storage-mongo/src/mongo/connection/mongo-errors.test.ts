import { DomainError } from "@knote/api";
import { mongo } from "mongoose";
import { expect, it } from "vitest";
import { toStorageError } from "./mongo-errors.ts";

// Safe because nothing looks at what a failed write changed.
const NOTHING = {} as mongo.BulkWriteResult;

it("reports an unreachable server as unavailable, also during a bulk write", () => {
  const lost = new mongo.MongoNetworkError("The connection was closed.");
  for (const error of [lost, new mongo.MongoBulkWriteError(lost, NOTHING)]) {
    const found = toStorageError(error);
    expect(DomainError.is(found) && found.code).toBe("UNAVAILABLE");
  }
});

it("passes on unchanged what a server refuses", () => {
  const refused = new mongo.MongoBulkWriteError({ message: "E11000", code: 11_000, writeErrors: [] }, NOTHING);
  expect(toStorageError(refused)).toBe(refused);
});
