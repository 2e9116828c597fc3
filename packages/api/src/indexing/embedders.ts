import type { Clock } from "../ports/clock.ts";
import type { Storage } from "../ports/storage.ts";
import type { TextEmbedder } from "../ports/text-embedder.ts";
import { createHold, type Hold } from "./hold.ts";
import { createIndexer, type Indexer } from "./indexer.ts";
import { dueTexts, estimateIndexing, type IndexingEstimate } from "./indexing-estimate.ts";
import type { IndexingProgress } from "./indexing-progress.ts";
import { DomainError } from "../errors.ts";

export type EmbeddingReport =
  /** Sent before texts are embedded again. `isAsked`: the earlier model still answers questions meanwhile. */
  | {
      readonly kind: "changing";
      readonly from: string;
      readonly to: string;
      readonly isAsked: boolean;
      readonly estimate: IndexingEstimate;
    }
  | { readonly kind: "changed"; readonly from: string; readonly to: string }
  | { readonly kind: "progress"; readonly model: string; readonly progress: IndexingProgress }
  /** The embedder refuses a note's text: keywords still find the note, and embedding is retried later. */
  | { readonly kind: "postponed"; readonly model: string; readonly error: unknown }
  /** Indexing cannot go on now; it resumes by itself when the reason is gone. */
  | { readonly kind: "waiting"; readonly model: string; readonly error: unknown };

export interface EmbeddersOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly configuredEmbedder: TextEmbedder;
  /** Returns an embedder for an earlier model, null when the settings no longer allow one. */
  readonly embedderFor: (model: string) => TextEmbedder | null;
  readonly report: (report: EmbeddingReport) => void;
}

export interface Embedders {
  /** Returns the embedder whose vectors answer now. */
  current(): TextEmbedder;
  /** Looks for due notes now. */
  wake(): void;
  /** Pauses indexing for the user, within bounds. */
  hold(userId: string, milliseconds: number): void;
  /** Resolves when nothing is due and no change is under way, or rejects with why it cannot go on. */
  drain(): Promise<void>;
  /** Stops indexing and closes the embedders, also the configured one. */
  close(): Promise<void>;
}

interface EarlierEmbedder {
  readonly embedder: TextEmbedder;
  /** Keeps the earlier model's vectors up to date meanwhile; null when its embedder is unreachable. */
  readonly indexer: Indexer | null;
}

/**
 * Opens the configured embedder and, until all its vectors are computed, the earlier one, which goes on answering
 * with the existing vectors. An interrupted change resumes where it stopped. Notes that the configured embedder
 * refuses do not keep it from taking over.
 */
export async function openEmbedders(options: EmbeddersOptions): Promise<Embedders> {
  const { storage, clock, configuredEmbedder, report } = options;
  const { serving } = await storage.vectors.models();
  const hold = createHold();
  let earlier = serving === null || serving === configuredEmbedder.model ? null : earlierOf(options, serving, hold);
  let current = earlier?.embedder ?? configuredEmbedder;
  const indexer = createIndexer(
    { storage, clock, embedder: configuredEmbedder },
    waiting(options, configuredEmbedder),
    {
      begin: (signal) =>
        earlier ? begin(options, earlier, signal) : storage.vectors.serve(configuredEmbedder.model, signal),
      isHeld: hold.isHeld,
      onIdle: async (signal) => {
        if (earlier && !(await isWithOthers())) await change(earlier, signal);
      },
      onPostponed: postponing(options, configuredEmbedder),
      onProgress: (progress) => report({ kind: "progress", model: configuredEmbedder.model, progress }),
    },
  );

  /** Whether another process is indexing: then this one gets no due notes although some are pending. */
  async function isWithOthers(): Promise<boolean> {
    return (await storage.vectors.pending(configuredEmbedder.model)) > 0;
  }

  /** Lets the new vectors answer from the next request on, then removes the old ones. */
  async function change({ embedder, indexer: earlierIndexer }: EarlierEmbedder, signal: AbortSignal): Promise<void> {
    current = configuredEmbedder;
    await earlierIndexer?.stop();
    await storage.vectors.serve(configuredEmbedder.model, signal);
    earlier = null;
    await embedder.close();
    report({ kind: "changed", from: embedder.model, to: configuredEmbedder.model });
  }

  const indexers = () => [indexer, earlier?.indexer ?? null].filter((one) => one !== null);
  return {
    current: () => current,
    wake: () => indexers().forEach((one) => one.wake()),
    hold: hold.hold,
    async drain() {
      await Promise.all(indexers().map((one) => one.drain()));
    },
    async close() {
      await Promise.all(indexers().map((one) => one.stop()));
      await Promise.all([configuredEmbedder.close(), earlier?.embedder.close()]);
    },
  };
}

function earlierOf(options: EmbeddersOptions, model: string, hold: Hold): EarlierEmbedder {
  const { storage, clock, embedderFor } = options;
  const embedder = embedderFor(model);
  if (embedder === null) return { embedder: unreachableEmbedder(model), indexer: null };
  const hooks = { isHeld: hold.isHeld, onPostponed: postponing(options, embedder) };
  return { embedder, indexer: createIndexer({ storage, clock, embedder }, waiting(options, embedder), hooks) };
}

async function begin(
  { storage, configuredEmbedder, report }: EmbeddersOptions,
  earlier: EarlierEmbedder,
  signal: AbortSignal,
) {
  await storage.vectors.prepare(configuredEmbedder.model, signal);
  const estimate = await estimateIndexing(dueTexts(storage, configuredEmbedder.model));
  const { model: from } = earlier.embedder;
  report({ kind: "changing", from, to: configuredEmbedder.model, isAsked: earlier.indexer !== null, estimate });
}

function waiting({ report }: EmbeddersOptions, { model }: TextEmbedder): (error: unknown) => void {
  return (error) => report({ kind: "waiting", model, error });
}

function postponing({ report }: EmbeddersOptions, { model }: TextEmbedder): (error: unknown) => void {
  return (error) => report({ kind: "postponed", model, error });
}

/** Replaces an embedder that is no longer reachable: questions are answered by keywords alone. */
function unreachableEmbedder(model: string): TextEmbedder {
  return {
    model,
    dimensions: 0,
    status: () => "down",
    queueDelayMs: () => 0,
    async embed() {
      throw new DomainError("UNAVAILABLE", "The embedder of the current vectors can no longer be reached.");
    },
    async close() {},
  };
}
