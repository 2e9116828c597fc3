import type { mongo } from "mongoose";
import { collidingDocuments } from "./colliding-documents.ts";
import { indexFailure } from "./index-errors.ts";
import type { IndexStanding } from "./inspect-indexes.ts";

const PROGRESS_MS = 30_000;

export interface IndexMaker {
  /** Builds indexes of one collection with one command. Reports those that fail, which the caller tries again. */
  make(indexes: readonly IndexStanding[]): Promise<void>;
  /** Names of indexes that the server has refused so far. */
  readonly refusedNames: ReadonlySet<string>;
  /** Drops the indexes that a wanted one has replaced. */
  dropOutdated(index: IndexStanding): Promise<void>;
}

interface IndexMakerDeps {
  /** Returns the database over a connection that waits as long as a build takes. */
  readonly database: () => Promise<mongo.Db>;
  readonly inform: (message: string) => void;
  readonly warn: (message: string, cause: unknown) => void;
}

export function createIndexMaker({ database, inform, warn }: IndexMakerDeps): IndexMaker {
  /** Indexes whose rivals were dropped, once each: a server that reports options differently would build for ever. */
  const replacedNames = new Set<string>();
  const refusedNames = new Set<string>();

  async function create(indexes: readonly IndexStanding[]): Promise<void> {
    const [{ collection } = { collection: "" }] = indexes;
    const specs = indexes.map(({ key, freeName, options }) => ({ ...options, key: { ...key }, name: freeName }));
    await (await database()).collection(collection).createIndexes(specs);
  }

  /** Drops rivals first, for servers that allow no second index of the same fields, unless one of them is needed. */
  async function replace(index: IndexStanding, refusal: unknown): Promise<void> {
    const { collection, name, rivals } = index;
    const isNeeded = rivals.some(({ unique }) => unique) || replacedNames.has(name);
    if (isNeeded) throw refusal;
    replacedNames.add(name);
    for (const rival of rivals) await (await database()).collection(collection).dropIndex(rival.name!);
    await create([index]);
  }

  async function explain(indexes: readonly IndexStanding[], error: unknown): Promise<void> {
    const names = indexes.map(({ name }) => name).join(", ");
    const failure = indexFailure(error);
    if (failure === "busy") return inform(`Waiting for another build of ${names}.`);
    const [index] = indexes;
    const isReported = indexes.every(({ name }) => refusedNames.has(name));
    for (const { name } of indexes) refusedNames.add(name);
    if (isReported) return;
    if (failure !== "collision" || !index)
      return warn(`The server does not build ${names}; queries that need them are slow or refused.`, error);
    const pairs = await collidingDocuments(await database(), index);
    const which = `remove one of each pair of documents in ${index.collection}: ${pairs.join("; ")}`;
    warn(`The unique index ${names} cannot be built, and writes that need it are refused; ${which}.`, error);
  }

  async function make(indexes: readonly IndexStanding[]): Promise<void> {
    const names = indexes.map(({ name }) => name).join(", ");
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 1_000);
    const progress = setInterval(() => inform(`Still building ${names} after ${seconds()} s.`), PROGRESS_MS);
    try {
      await create(indexes).catch(async (error: unknown) => {
        if (indexFailure(error) !== "conflict") throw error;
        for (const index of indexes) await replace(index, error);
      });
      inform(`Built ${names} of ${indexes[0]?.collection} in ${seconds()} s.`);
    } catch (error) {
      await explain(indexes, error);
    } finally {
      clearInterval(progress);
    }
  }

  return {
    make,
    refusedNames,
    async dropOutdated({ collection, name, outdatedNames }) {
      for (const old of outdatedNames) {
        await (await database()).collection(collection).dropIndex(old);
        inform(`Dropped the index ${old} of ${collection}: ${name} has changed.`);
      }
    },
  };
}
