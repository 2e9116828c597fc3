import { setImmediate as nextTurn } from "node:timers/promises";
import { parseKeywordQuery } from "@knote/api";
import { mongo } from "mongoose";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { NoteDocument } from "../collections/notes.ts";
import { createClauseCounts } from "./clause-counts.ts";

const unheard = vi.fn<() => void>();

beforeEach(() => void process.on("unhandledRejection", unheard));
afterEach(() => void process.off("unhandledRejection", unheard));

it("fails the caller alone while the database is away, also when a word comes twice", async () => {
  const away = new mongo.MongoServerSelectionError("connect ECONNREFUSED", new Error() as never);
  const countClauses = createClauseCounts({ notes: collectionThat(() => Promise.reject(away)) });
  const [clause] = parseKeywordQuery("owls")!.units.flatMap((unit) => unit.clauses);
  const clauses = [clause!, { ...clause! }];
  await expect(countClauses("ada", clauses, 1)).rejects.toBe(away);
  await nextTurn();
  expect(unheard).not.toHaveBeenCalled();
});

/** Returns a collection whose every read ends like `read`. */
function collectionThat(read: () => Promise<never>): mongo.Collection<NoteDocument> {
  // Safe because counting only calls `aggregate` and reads whole cursors.
  return { aggregate: () => ({ toArray: read }) } as unknown as mongo.Collection<NoteDocument>;
}
