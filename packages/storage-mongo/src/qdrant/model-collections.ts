import type { VectorIndex } from "@knote/api";
import { dimensionsOf, makeCollection } from "./collection.ts";
import { pointServed } from "./serving-alias.ts";
import type { QdrantLine } from "./qdrant-line.ts";
import type { KeptModel, KeptModels, VectorDocuments } from "../ports/vector-documents.ts";

/** How long another process's change of models can go unnoticed, which is harmless. */
const REMEMBERED_MS = 1_000;

export interface ModelCollection extends KeptModel {
  readonly collection: string;
  readonly dimensions: number;
}

/** The collections of the kept models: one each, created with its first vectors. */
export interface ModelCollections extends Pick<VectorIndex, "models" | "serve" | "prepare"> {
  /** Returns the kept model of this name; null when it is not kept. */
  model(name: string): Promise<KeptModel | null>;
  /** Returns the model's collection; null when there is none yet. */
  find(model: KeptModel): Promise<ModelCollection | null>;
  /** Returns the model's collection; creates it for vectors of this length when there is none. */
  ensure(model: KeptModel, dimensions: number): Promise<ModelCollection>;
  /** Returns the collections of all kept models. */
  all(): Promise<ModelCollection[]>;
  /** Drops the cached collection, which turned out to be gone. */
  forget(model: KeptModel): void;
}

interface ModelCollectionsDeps {
  readonly line: QdrantLine;
  readonly documents: VectorDocuments;
  /** Prefix of the collections. */
  readonly prefix: string;
}

export function createModelCollections({ line, documents, prefix }: ModelCollectionsDeps): ModelCollections {
  const knownDimensions = new Map<string, number>();
  const finding = onceAtATime<ModelCollection | null>();
  const making = onceAtATime<void>();
  const names = `${prefix}-vectors-`;
  const collectionOf = ({ key }: KeptModel) => `${names}${key}`;
  let cacheEntry: { readonly models: KeptModels; readonly until: number } | null = null;

  async function readKeptModels(): Promise<KeptModels> {
    if (cacheEntry && performance.now() < cacheEntry.until) return cacheEntry.models;
    const models = await documents.keptModels();
    cacheEntry = { models, until: performance.now() + REMEMBERED_MS };
    return models;
  }

  function rememberCollection(model: KeptModel, dimensions: number): ModelCollection {
    knownDimensions.set(model.key, dimensions);
    return { ...model, dimensions, collection: collectionOf(model) };
  }

  async function find(model: KeptModel): Promise<ModelCollection | null> {
    const dimensions = knownDimensions.get(model.key);
    if (dimensions !== undefined) return rememberCollection(model, dimensions);
    return await finding(model.key, async () => {
      const storedDimensions = await line.search((client) => dimensionsOf(client, collectionOf(model)));
      return storedDimensions === null ? null : rememberCollection(model, storedDimensions);
    });
  }

  /** Creates the collection. If it was created before and lost, makes every note due, so that it is filled again. */
  async function make(model: KeptModel, dimensions: number): Promise<void> {
    const present = modelsIn(await documents.keptModels()).find(({ key }) => key === model.key);
    if (!present?.wasCreated) await documents.markCreating(model.key);
    const isNew = await line.write((client) => makeCollection(client, collectionOf(model), dimensions));
    if (isNew && present?.wasCreated) await documents.renew(model.name);
    await pointServed(line, prefix, await servedCollection());
  }

  async function servedCollection(): Promise<string | null> {
    const { serving } = await documents.keptModels();
    return serving && collectionOf(serving);
  }

  async function keep(name: string, role: "serving" | "next", signal?: AbortSignal): Promise<void> {
    try {
      await documents.keep(name, role, signal);
    } finally {
      cacheEntry = null;
    }
    // Read before the models, so that a collection created for a newly kept model is not dropped.
    const { collections } = await line.write((client) => client.getCollections());
    const models = await documents.keptModels();
    const present = new Set(collections.map((one) => one.name).filter((one) => one.startsWith(names)));
    for (const model of modelsIn(models)) {
      if (!present.delete(collectionOf(model)) && model.wasCreated) await documents.renew(model.name);
    }
    await pointServed(line, prefix, models.serving && collectionOf(models.serving));
    for (const collection of present) {
      signal?.throwIfAborted();
      await line.write((client) => client.deleteCollection(collection));
    }
  }

  return {
    find,
    async models() {
      const { serving, next } = await documents.keptModels();
      return { serving: serving?.name ?? null, next: next?.name ?? null };
    },
    serve: (name, signal) => keep(name, "serving", signal),
    prepare: (name, signal) => keep(name, "next", signal),
    model: async (name) => modelsIn(await readKeptModels()).find((model) => model.name === name) ?? null,
    async ensure(model, dimensions) {
      const there = await find(model);
      if (there) return there;
      await making(model.key, () => make(model, dimensions));
      return (await find(model)) ?? rememberCollection(model, dimensions);
    },
    async all() {
      const foundCollections = await Promise.all(modelsIn(await documents.keptModels()).map(find));
      return foundCollections.filter((one) => one !== null);
    },
    forget: ({ key }) => void knownDimensions.delete(key),
  };
}

function modelsIn({ serving, next }: KeptModels): KeptModel[] {
  return [serving, next].filter((model) => model !== null);
}

/** Shares work under way under a key among all callers. */
function onceAtATime<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const promise = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, promise);
    return promise;
  };
}
