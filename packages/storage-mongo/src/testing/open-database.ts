import { createConnection, type mongo } from "mongoose";
import { openMongo, type MongoDocuments, type MongoOptions } from "../mongo/open-mongo.ts";

/** A separate database, dropped when it is disposed of. */
export interface TestDatabase extends AsyncDisposable {
  readonly name: string;
  /** Opens it as one process does. */
  open(options?: Partial<MongoOptions>): Promise<MongoDocuments>;
  /** The database itself, without the stores. */
  readonly raw: mongo.Db;
}

/** Long, as stand-ins are slow with many concurrent commands, and machines may be busy. */
const PATIENCE_MS = 120_000;

export async function createDatabase(url: string): Promise<TestDatabase> {
  const name = `knote-test-${crypto.randomUUID().slice(0, 8)}`;
  const options = { dbName: name, serverSelectionTimeoutMS: PATIENCE_MS };
  const connection = await createConnection(url, options).asPromise();
  const raw = connection.getClient().db(name);
  return {
    name,
    raw,
    open: (overrides = {}) => openMongo({ url, database: name, patienceMs: PATIENCE_MS, ...overrides }),
    async [Symbol.asyncDispose]() {
      await raw.dropDatabase();
      await connection.close();
    },
  };
}
