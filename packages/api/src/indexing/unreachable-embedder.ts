import { DomainError } from "../errors.ts";
import type { TextEmbedder } from "../ports/text-embedder.ts";

/** Replaces an embedder that is no longer reachable: questions are answered by keywords alone. */
export function unreachableEmbedder(model: string): TextEmbedder {
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
