import type { TextEmbedder } from "@knote/api";
import { join } from "node:path";
import { builtInModel } from "./built-in-models.ts";
import { startEncoderWorker } from "./encoder-worker.ts";
import { createQueuedEmbedder } from "./queued-embedder.ts";
import type { EmbedderStatus } from "./supervise-worker.ts";

export interface BuiltInEmbedderOptions {
  /**
   * Called for each change after the first `loading`, for the log: with `ready`, or with a reason for `loading` after
   * a crash and for `down` (a damaged model file, no runtime for this platform, …).
   */
  readonly onStatus?: (status: EmbedderStatus, reason?: string) => void;
  /** Name of the model, or of vectors that it made; the English one for any other. */
  readonly model?: string | undefined;
  /** Where a model is kept that is fetched. */
  readonly modelsDir?: string;
  /** Folder of the files that Knote ships for the model, ending with a slash. */
  readonly assetsUrl?: URL;
}

const MAX_WAITING = 10_000;
const CACHED_VECTORS = 500;
const RESTART_DELAY_MS = 1_000;

/**
 * Creates an embedder that runs a built-in model on its own thread: all-MiniLM-L6-v2, or multilingual-e5-small, which is
 * fetched when it is used first. Returns at once and loads in the background. If the model cannot run, the status is
 * `down` and the process continues.
 */
export function createBuiltInEmbedder(options: BuiltInEmbedderOptions = {}): TextEmbedder {
  const { onStatus, modelsDir = "models", assetsUrl } = options;
  const builtIn = builtInModel(options.model);
  const model = { ...builtIn, assets: assetsUrl?.href ?? builtIn.assets };
  return createQueuedEmbedder({
    model: model.id,
    dimensions: model.dimensions,
    isEnglishOnly: model.isEnglishOnly,
    prefixes: model.prefixes,
    startWorker: (events) => startEncoderWorker({ model, fetchedFolder: join(modelsDir, model.name) }, events),
    onStatus,
    maxWaiting: MAX_WAITING,
    cachedVectors: CACHED_VECTORS,
    restartDelayMs: RESTART_DELAY_MS,
    now: () => performance.now(),
  });
}
