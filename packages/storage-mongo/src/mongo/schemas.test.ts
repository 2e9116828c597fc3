import { freshUserId, withService } from "@knote/testkit";
import { model, type mongo, type Schema } from "mongoose";
import { expect, it } from "vitest";
import { everyVerb } from "../testing/every-verb.ts";
import { createDatabase } from "../testing/open-database.ts";
import { SCHEMAS } from "./collections/collections.ts";

withService("TEST_MONGODB_URL", (url) => {
  it("stores every document as its schema says", { timeout: 120_000 }, async () => {
    await using database = await createDatabase(url);
    const writtenCollections = new Set<string>();
    const onCommand = ({ insert, update, findAndModify }: mongo.Document) => {
      const collection = [insert, update, findAndModify].find((name) => typeof name === "string");
      if (collection !== undefined) writtenCollections.add(collection);
    };
    const documents = await database.open({ onCommand });
    const samples = new Map<string, mongo.Document>();
    for (const [, work] of await everyVerb(documents, freshUserId())) {
      await work();
      for (const name of [...writtenCollections].filter((one) => writtenCollections.delete(one))) {
        const rows = await database.raw.collection(name).find({}).limit(20).toArray();
        for (const document of rows) samples.set(`${name} ${Object.keys(document).toSorted().join(" ")}`, document);
      }
    }
    await documents.close();
    expect(new Set([...samples.keys()].map((key) => key.split(" ")[0]))).toEqual(
      new Set(Object.keys(SCHEMAS).filter((name) => name !== "events")),
    );
    for (const [key, document] of samples) {
      const [name, schema] = Object.entries(SCHEMAS).find(([collection]) => key.startsWith(`${collection} `))!;
      // Safe because only the casting is used, which reads the schema itself.
      const shape = model(`shape of ${name}`, schema as unknown as Schema, name, { overwriteModels: true });
      // Casting drops null values.
      const present = Object.entries(document).filter(([, value]) => value !== null);
      expect(shape.castObject(document), key).toMatchObject(Object.fromEntries(present));
      expect(Object.keys(document).filter((field) => !(field in schema.paths))).toEqual([]);
    }
  });
});
