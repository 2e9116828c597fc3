import { freshUserId, withService } from "@knote/testkit";
import type { mongo } from "mongoose";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { SCHEMAS } from "../collections/collections.ts";
import type { MongoDocuments } from "../open-mongo.ts";
import { everyVerb } from "../../testing/every-verb.ts";
import { createDatabase, type TestDatabase } from "../../testing/open-database.ts";

/** Collections that are read as a whole, as they hold a few documents at most. */
const WHOLE = ["removals", "events"];

interface Lookup {
  readonly collection: string;
  readonly filter: mongo.Document;
  readonly sort?: mongo.Document;
}

/** Returns the filters of a command that looks for documents. */
function askedBy(command: mongo.Document): Lookup[] {
  const { find, aggregate, update, delete: deleteFrom, findAndModify } = command as Record<string, string | undefined>;
  const of = (collection: string | undefined, filter: mongo.Document, sort?: mongo.Document): Lookup[] =>
    collection === undefined ? [] : [{ collection, filter, ...(sort && { sort }) }];
  return [
    ...of(find, command["filter"] ?? {}, command["sort"]),
    ...pipelinesOf(command).flatMap(([first]) => of(aggregate, first?.["$match"] ?? {})),
    ...of(findAndModify, command["query"]),
    ...(command["updates"] ?? []).flatMap((one: mongo.Document) => of(update, one["q"])),
    ...(command["deletes"] ?? []).flatMap((one: mongo.Document) => of(deleteFrom, one["q"])),
  ];
}

function pipelinesOf({ pipeline = [] }: mongo.Document): mongo.Document[][] {
  const unionPipelines = pipeline.flatMap(({ $unionWith: union }: mongo.Document) =>
    union ? [union["pipeline"]] : [],
  );
  return [pipeline, ...unionPipelines];
}

/** Returns the index that must serve the filter: by id, or the one with the longest matching prefix. */
function indexFor({ collection, filter }: Lookup): string | null {
  if ("_id" in filter) return "_id_";
  const schema = Object.entries(SCHEMAS).find(([name]) => name === collection)![1];
  const fitting = schema.indexes().map(([fields, options]) => {
    const keys = Object.keys(fields);
    const beginning = keys.findIndex((key) => !(key in filter));
    return { name: options.name!, length: beginning < 0 ? keys.length : beginning };
  });
  const best = fitting.toSorted((one, other) => other.length - one.length)[0];
  return best && best.length > 0 ? best.name : null;
}

it("leads with the owner in every index but those that serve all users' housekeeping", () => {
  const others = Object.values(SCHEMAS)
    .flatMap((schema) => schema.indexes())
    .flatMap(([fields, { name }]) => (Object.keys(fields)[0] === "userId" ? [] : name!));
  expect(others.toSorted()).toEqual([
    "claims_expired",
    "codes_expired",
    "deliveries_removed",
    "events_waiting",
    "ledgers_by_age",
    "ledgers_moved",
    "links_told",
    "notes_deleted",
    "notes_due_by_user",
    "notes_due_since",
    "notes_postponed",
    "notes_purging",
    "notes_told",
    "operations_by_age",
    "operations_under_way",
    "sessions_expired",
    "tokens_by_digest",
    "tokens_by_family",
    "tokens_by_kind",
    "tokens_expired",
    "users_by_owner",
    "users_erasing",
    "webhooks_due",
    "webhooks_unseen",
  ]);
});

withService("TEST_MONGODB_URL", (url) => {
  let database: TestDatabase;
  let documents: MongoDocuments;
  const lookups = new Map<string, Lookup>();

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
    const onCommand = (command: mongo.Document) => {
      for (const one of askedBy(command)) lookups.set(`${one.collection} ${Object.keys(one.filter).join(" ")}`, one);
    };
    documents = await database.open({ onCommand });
    for (const [, work] of await everyVerb(documents, freshUserId())) await work();
  });

  afterAll(async () => {
    await documents.close();
    await database[Symbol.asyncDispose]();
  });

  it("creates each as its schema says: unique, partial or expiring", async () => {
    for (const [collection, schema] of Object.entries(SCHEMAS)) {
      const existingIndexes = await database.raw.collection(collection).indexes();
      for (const [key, { background: _, ...options }] of schema.indexes())
        expect(existingIndexes.find(({ name }) => name === options.name)).toMatchObject({ key, ...options });
    }
  });

  it("has an index for every query of the stores", async () => {
    expect(lookups.size).toBeGreaterThan(40);
    const scans = [...lookups.values()].filter((one) => indexFor(one) === null && !WHOLE.includes(one.collection));
    expect(scans).toEqual([]);
  });

  it("leads with the owner wherever one user's documents are queried", async () => {
    // Due notes are read over all users, ordered by user.
    const others = [...lookups.values()].filter(
      ({ collection, filter }) => collection !== "users" && "userId" in filter && !("due" in filter),
    );
    const foreign = others.filter((one) => {
      const name = indexFor(one)!;
      const schema = Object.entries(SCHEMAS).find(([collection]) => collection === one.collection)![1];
      const fields = schema.indexes().find(([, options]) => options.name === name)?.[0];
      return name !== "_id_" && Object.keys(fields ?? {})[0] !== "userId";
    });
    expect(others.length).toBeGreaterThan(20);
    expect(foreign).toEqual([]);
  });

  // Reads the server's query plans; the stand-in has none, so there each query names its index as a hint.
  it("is served by these indexes", async () => {
    const explains = (await planOf({ collection: "notes", filter: { userId: "" } })) !== undefined;
    const fullScans: Lookup[] = [];
    for (const one of lookups.values()) {
      const hint = indexFor(one);
      if (hint === null) continue;
      const plan = explains ? await planOf(one) : await byName(one, hint);
      if (plan?.includes("COLLSCAN")) fullScans.push(one);
    }
    expect(fullScans).toEqual([]);
  });

  async function planOf({ collection, filter, sort = {} }: Lookup): Promise<string | undefined> {
    const explanation = await database.raw.collection(collection).find(filter).sort(sort).explain("queryPlanner");
    return JSON.stringify(explanation["queryPlanner"]?.winningPlan);
  }

  /** Fails when there is no such index. */
  async function byName({ collection, filter }: Lookup, hint: string): Promise<undefined> {
    await database.raw.collection(collection).find(filter, { hint }).limit(1).toArray();
  }
});
