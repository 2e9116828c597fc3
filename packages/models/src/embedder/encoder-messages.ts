/** What the embedder and its worker thread say to each other: one text at a time, one reply for each. */
export interface EncodeRequest {
  readonly id: number;
  readonly text: string;
}

export type EncoderReply =
  | { readonly kind: "ready" }
  /** The model cannot run here; the worker has ended its work. */
  | { readonly kind: "unusable"; readonly reason: string }
  | { readonly kind: "vector"; readonly id: number; readonly vector: Float32Array }
  | { readonly kind: "failed"; readonly id: number; readonly reason: string };
