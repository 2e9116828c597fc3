/** Who waits: a person (`query`), a request that can go on without the vectors (`live`), nobody (`background`). */
export type EmbedPriority = "query" | "live" | "background";

export interface EmbedOptions {
  readonly priority: EmbedPriority;
  /** The texts are questions, not parts of notes: some models embed the two differently. */
  readonly isQuestion?: boolean;
  /**
   * Owner of all texts, or one owner per text. Users take turns. Cached vectors are never shared between users, so that
   * response times do not reveal what others asked. Texts without an owner are not cached.
   */
  readonly userId?: string | readonly string[];
  /** Gives up waiting; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Turns text into vectors whose cosine measures similarity of meaning. */
export interface TextEmbedder {
  /** Model and version; vectors of different models are never compared. */
  readonly model: string;
  /** 0 for an unknown model until its first vectors arrive. */
  readonly dimensions: number;
  /** Whether a remote provider does the work: the request then frees its place while it waits. */
  readonly isRemote?: boolean;
  /** Whether the model knows English only; absent when that is unknown. */
  readonly isEnglishOnly?: boolean;
  /**
   * `ready`: calls are served. `loading`: calls wait until the model is loaded.
   * `down`: the model cannot run now; calls reject with a `DomainError` UNAVAILABLE.
   */
  status(): "ready" | "loading" | "down";
  /**
   * Returns the milliseconds that a `live` text of the user would wait now before its own work starts; 0 when idle.
   * With `length`, includes the work for a text of that length where this machine does it.
   */
  queueDelayMs(length?: number, userId?: string): number;
  /**
   * Returns one L2-normalised vector of `dimensions` for each text, in order. Text beyond the model's window is cut.
   * Higher priorities go first; users take turns within one priority. Rejects with UNAVAILABLE when nothing can be
   * embedded now, and with PROVIDER_FAILED when these texts may be the reason, such as one the model cannot embed.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
  close(): Promise<void>;
}
