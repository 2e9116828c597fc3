import { DomainError, isStopWord, words, type EmbedPriority, type TextEmbedder } from "@knote/api";
import { createGate } from "./gate.ts";

export const HASH_MODEL = "hash-embedder-1";
const DIMENSIONS = 64;

/** A deterministic embedder for tests: the more stems two texts share, the nearer they are. */
export interface HashEmbedder extends TextEmbedder {
  /** Every call of `embed`, in order. */
  readonly calls: readonly { readonly texts: readonly string[]; readonly priority: EmbedPriority }[];
  setStatus(status: ReturnType<TextEmbedder["status"]>): void;
  setQueueDelayMs(milliseconds: number): void;
  /** Makes calls wait until `release`. */
  hold(): void;
  release(): void;
  /** Rejects calls with this error; null ends that. */
  failWith(error: Error | null): void;
}

export function createHashEmbedder(model: string = HASH_MODEL, dimensions: number = DIMENSIONS): HashEmbedder {
  const calls: { texts: readonly string[]; priority: EmbedPriority }[] = [];
  const [holdGate, loading] = [createGate(), createGate()];
  let status: ReturnType<TextEmbedder["status"]> = "ready";
  let queueDelayMs = 0;
  let failure: Error | null = null;
  const setStatus = (next: typeof status) => {
    status = next;
    if (next === "loading") loading.close();
    else loading.open();
  };
  return {
    model,
    dimensions,
    calls,
    status: () => status,
    queueDelayMs: () => queueDelayMs,
    async embed(texts, { priority, signal }) {
      calls.push({ texts: [...texts], priority });
      await loading.passing(signal);
      if (status !== "down") await holdGate.passing(signal);
      if (status === "down") throw new DomainError("UNAVAILABLE", "The embedder is down.");
      if (failure !== null) throw failure;
      return texts.map((text) => hashedBag(text, dimensions));
    },
    async close() {
      setStatus("down");
      holdGate.open();
    },
    setStatus,
    setQueueDelayMs(milliseconds) {
      queueDelayMs = milliseconds;
    },
    hold: holdGate.close,
    release: holdGate.open,
    failWith(error) {
      failure = error;
    },
  };
}

/** Returns the normalised counts of stems, placed by hash; a text of only stop words counts as one empty stem. */
function hashedBag(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  const stems = words(text)
    .filter((word) => !isStopWord(word.text))
    .map((word) => word.stem);
  for (const stem of stems.length === 0 ? [""] : stems) vector[fnv1a(stem) % dimensions]! += 1;
  const norm = Math.hypot(...vector);
  return vector.map((count) => count / norm);
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
