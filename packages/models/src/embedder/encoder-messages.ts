/** A message to the worker thread: one text at a time, each with one reply. */
export interface EncodeRequest {
  readonly id: number;
  readonly text: string;
}

export type EncoderReply =
  | { readonly kind: "ready" }
  /** The model's files are fetched; it loads after that. */
  | { readonly kind: "fetching"; readonly reason: string }
  /** The model cannot run here, and the worker has stopped. */
  | { readonly kind: "unusable"; readonly reason: string }
  | { readonly kind: "vector"; readonly id: number; readonly vector: Float32Array }
  | { readonly kind: "failed"; readonly id: number; readonly reason: string };
