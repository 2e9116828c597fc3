import type { Clock } from "../ports/clock.ts";
import type { Storage } from "../ports/storage.ts";
import type { TextEmbedder } from "../ports/text-embedder.ts";
import { createHold, type Hold } from "./hold.ts";
import { createIndexer, type Indexer } from "./indexer.ts";
import { dueTexts, estimateIndexing, type IndexingEstimate } from "./indexing-estimate.ts";
import type { IndexingProgress } from "./indexing-progress.ts";
import { unreachableEmbedder } from "./unreachable-embedder.ts";

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
  readonly configured: TextEmbedder;
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

interface Earlier {
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
  const { storage, clock, configured, report } = options;
  const { serving } = await storage.vectors.models();
  const hold = createHold();
  let earlier = serving === null || serving === configured.model ? null : earlierOf(options, serving, hold);
  let current = earlier?.embedder ?? configured;
  const indexer = createIndexer({ storage, clock, embedder: configured }, waiting(options, configured), {
    begin: (signal) => (earlier ? begin(options, earlier, signal) : storage.vectors.serve(configured.model, signal)),
    isHeld: hold.isHeld,
    onIdle: async (signal) => {
      if (earlier && !(await isWithOthers())) await change(earlier, signal);
    },
    onPostponed: postponing(options, configured),
    onProgress: (progress) => report({ kind: "progress", model: configured.model, progress }),
  });

  /** Whether another process is indexing: then this one gets no due notes although some are pending. */
  async function isWithOthers(): Promise<boolean> {
    return (await storage.vectors.pending(configured.model)) > 0;
  }

  /** Lets the new vectors answer from the next request on, then removes the old ones. */
  async function change({ embedder, indexer: its }: Earlier, signal: AbortSignal): Promise<void> {
    current = configured;
    await its?.stop();
    await storage.vectors.serve(configured.model, signal);
    earlier = null;
    await embedder.close();
    report({ kind: "changed", from: embedder.model, to: configured.model });
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
      await Promise.all([configured.close(), earlier?.embedder.close()]);
    },
  };
}

function earlierOf(options: EmbeddersOptions, model: string, hold: Hold): Earlier {
  const { storage, clock, embedderFor } = options;
  const embedder = embedderFor(model);
  if (embedder === null) return { embedder: unreachableEmbedder(model), indexer: null };
  const hooks = { isHeld: hold.isHeld, onPostponed: postponing(options, embedder) };
  return { embedder, indexer: createIndexer({ storage, clock, embedder }, waiting(options, embedder), hooks) };
}

async function begin({ storage, configured, report }: EmbeddersOptions, earlier: Earlier, signal: AbortSignal) {
  await storage.vectors.prepare(configured.model, signal);
  const estimate = await estimateIndexing(dueTexts(storage, configured.model));
  const { model: from } = earlier.embedder;
  report({ kind: "changing", from, to: configured.model, isAsked: earlier.indexer !== null, estimate });
}

function waiting({ report }: EmbeddersOptions, { model }: TextEmbedder): (error: unknown) => void {
  return (error) => report({ kind: "waiting", model, error });
}

function postponing({ report }: EmbeddersOptions, { model }: TextEmbedder): (error: unknown) => void {
  return (error) => report({ kind: "postponed", model, error });
}
