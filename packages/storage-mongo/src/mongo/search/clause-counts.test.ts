import { setImmediate as nextTurn } from "node:timers/promises";
import { parseKeywordQuery } from "@knote/api";
import { mongo } from "mongoose";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { NoteDocument } from "../models/note-model.ts";
import { createClauseCounts } from "./clause-counts.ts";

const unheard = vi.fn<() => void>();

beforeEach(() => void process.on("unhandledRejection", unheard));
afterEach(() => void process.off("unhandledRejection", unheard));

it("fails for whoever asked and nobody else while the database is away, also where a word comes twice", async () => {
  const nobody = new mongo.MongoClient("mongodb://127.0.0.1:1", { serverSelectionTimeoutMS: 50 });
  const countClauses = createClauseCounts({ notes: nobody.db().collection<NoteDocument>("notes") });
  const clauses = parseKeywordQuery('owls "owls hunt"')!.units.flatMap((unit) => unit.clauses);
  expect(clauses[1]).toEqual(clauses[0]);
  await expect(countClauses("ada", clauses, 1)).rejects.toThrow("ECONNREFUSED");
  await nextTurn();
  expect(unheard).not.toHaveBeenCalled();
  await nobody.close();
});
