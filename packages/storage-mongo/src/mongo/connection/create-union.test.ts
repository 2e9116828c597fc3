import { withService } from "@knote/testkit";
import { mongo } from "mongoose";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../../testing/open-database.ts";
import { createUnion } from "./create-union.ts";

interface Owl {
  _id: string;
  kind: string;
}

const ofKind = (kind: string) => [{ $match: { kind } }, { $count: "owls" }, { $set: { kind } }];
const KINDS = ["barn", "snowy", "eagle", "no such"];
const OWL_COUNTS = [
  { kind: "barn", owls: 2 },
  { kind: "eagle", owls: 1 },
  { kind: "snowy", owls: 1 },
];

withService("TEST_MONGODB_URL", (url) => {
  let database: TestDatabase;
  let owls: mongo.Collection<Owl>;

  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
    owls = database.raw.collection<Owl>("owls");
    await owls.insertMany(["barn", "snowy", "barn", "eagle"].map((kind, at) => ({ _id: String(at), kind })));
  });

  afterAll(() => database[Symbol.asyncDispose]());

  /** A collection on a server that refuses some stages, and the pipelines sent to it. */
  function server(refuses: (stages: mongo.Document[]) => boolean, code: number) {
    const sentPipelines: mongo.Document[][] = [];
    const aggregate = <T extends mongo.Document>(stages: mongo.Document[] = []) => {
      sentPipelines.push(stages);
      if (refuses(stages)) throw new mongo.MongoServerError({ message: "Refused.", code });
      return owls.aggregate<T>(stages);
    };
    return { sentPipelines, collection: { collectionName: "owls", aggregate } };
  }

  async function countOwls(union: ReturnType<typeof createUnion>): Promise<unknown[]> {
    const rows = await union<{ kind: string; owls: number }>(KINDS.map(ofKind));
    return rows.filter((one) => one.owls > 0).toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
  }

  const hasUnion = (stages: mongo.Document[]) => stages.some((stage) => "$unionWith" in stage);

  it("runs all pipelines in one command, and sends none for no pipelines", async () => {
    const { sentPipelines, collection } = server(() => false, 0);
    const union = createUnion(collection);
    expect(await countOwls(union)).toEqual(OWL_COUNTS);
    expect(await union([])).toEqual([]);
    expect(sentPipelines).toHaveLength(1);
  });

  it.each([40_324, 304, 238])("runs them one by one once the stage is unknown (%d)", async (code) => {
    const { sentPipelines, collection } = server(hasUnion, code);
    const union = createUnion(collection);
    expect(await countOwls(union)).toEqual(OWL_COUNTS);
    expect(await countOwls(union)).toEqual(OWL_COUNTS);
    expect(sentPipelines.filter(hasUnion)).toHaveLength(1);
    expect(sentPipelines).toHaveLength(1 + 2 * KINDS.length);
  });

  it("passes on any other error", async () => {
    const { sentPipelines, collection } = server(() => true, 50);
    await expect(createUnion(collection)(KINDS.map(ofKind))).rejects.toMatchObject({ code: 50 });
    expect(sentPipelines).toHaveLength(1);
  });
});
