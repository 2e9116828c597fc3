import type { TextEmbedder } from "@knote/api";
import { startEncoderWorker } from "./encoder-worker.ts";
import { createQueuedEmbedder } from "./queued-embedder.ts";
import type { EmbedderStatus } from "./supervise-worker.ts";

export interface BuiltInEmbedderOptions {
  /**
   * Called for each change after the first `loading`, for the log: with `ready`, or with a reason for `loading` after
   * a crash and for `down` (a damaged model file, no runtime for this platform, …).
   */
  readonly onStatus?: (status: EmbedderStatus, reason?: string) => void;
  /** Folder of the model's files, ending with a slash. */
  readonly assetsUrl?: URL;
}

const ASSETS = new URL("../../assets/all-minilm-l6-v2/", import.meta.url);
const MAX_WAITING = 10_000;
const CACHED_VECTORS = 500;
const RESTART_DELAY_MS = 1_000;

/**
 * Creates an embedder that runs all-MiniLM-L6-v2 on its own thread; English, 256 tokens of a text count. Returns at
 * once and loads in the background. If the model cannot run, the status is `down` and the process continues.
 */
export function createBuiltInEmbedder({ onStatus, assetsUrl = ASSETS }: BuiltInEmbedderOptions = {}): TextEmbedder {
  return createQueuedEmbedder({
    model: "all-minilm-l6-v2-int8-onnx",
    dimensions: 384,
    startWorker: (events) => startEncoderWorker(assetsUrl, events),
    onStatus,
    maxWaiting: MAX_WAITING,
    cachedVectors: CACHED_VECTORS,
    restartDelayMs: RESTART_DELAY_MS,
    now: () => performance.now(),
  });
}
