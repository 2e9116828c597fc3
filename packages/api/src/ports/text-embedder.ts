/** What is waiting: a person (`query`), a request that can go on without (`live`), nobody (`background`). */
export type EmbedPriority = "query" | "live" | "background";

export interface EmbedOptions {
  readonly priority: EmbedPriority;
  /**
   * Whose the texts are, all of them or each: users take turns, and what was embedded for one of them is made again
   * for another, so that no time tells what somebody else asked. Nothing is remembered of texts that are nobody's.
   */
  readonly userId?: string | readonly string[];
  /** Gives up waiting; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Turns text into vectors whose cosine measures nearness in meaning. */
export interface TextEmbedder {
  /** Names model and version: vectors of different models are never compared. */
  readonly model: string;
  /** 0 until the first vectors have told it of a model that is not known. */
  readonly dimensions: number;
  /** Whether a provider is waited for: then a request holds no place meanwhile. */
  readonly isRemote?: boolean;
  /**
   * `ready`: answers. `loading`: answers once loaded; calls wait.
   * `down`: the model cannot run now; calls reject with a `DomainError` UNAVAILABLE.
   */
  status(): "ready" | "loading" | "down";
  /**
   * Milliseconds that a `live` text of the user sent now would wait before its own work starts; 0 when idle. Of a text
   * of the given length, its own work counts, too, where that is done on this machine.
   */
  queueDelayMs(length?: number, userId?: string): number;
  /**
   * One L2-normalised vector of `dimensions` for each text, in order.
   * Text beyond the model's window is cut. Higher priorities go first, and users in turn within one.
   * Rejects with UNAVAILABLE when nothing can be embedded now, and with PROVIDER_FAILED when that may be due to these
   * texts, such as one that the model cannot make a vector of.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
  close(): Promise<void>;
}
