import type { EmbeddingModel } from "openai/resources/embeddings";

/** OpenAI's models as documented on 2026-11-21 (developers.openai.com/api/docs/models). */
const KNOWN_MODELS: Readonly<
  Record<EmbeddingModel, { readonly dimensions: number; readonly usdPerMillionTokens: number }>
> = {
  "text-embedding-3-small": { dimensions: 1536, usdPerMillionTokens: 0.02 },
  "text-embedding-3-large": { dimensions: 3072, usdPerMillionTokens: 0.13 },
  "text-embedding-ada-002": { dimensions: 1536, usdPerMillionTokens: 0.1 },
};

export const OPENAI_EMBEDDING_MODEL = "text-embedding-3-small" satisfies EmbeddingModel;

/**
 * Returns the USD per million tokens of an embedding model, by OpenAI's name or by the `model` of its embedder; null
 * for unknown models such as those of other servers. List prices without discounts of 2026-11-21.
 */
export function embeddingPrice(model: string): number | null {
  return knownModel(model.replace(/^openai:/, ""))?.usdPerMillionTokens ?? null;
}

/** Returns undefined for an unknown model; its first reply tells. */
export function knownDimensions(model: string): number | undefined {
  return knownModel(model)?.dimensions;
}

function knownModel(model: string) {
  return Object.entries(KNOWN_MODELS).find(([name]) => name === model)?.[1];
}
