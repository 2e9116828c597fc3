import type { EmbeddingModel } from "openai/resources/embeddings";

/** What is known beforehand of OpenAI's models, as its documentation says on 2026-11-21 (developers.openai.com/api/docs/models). */
const KNOWN: Readonly<Record<EmbeddingModel, { readonly dimensions: number; readonly usdPerMillionTokens: number }>> = {
  "text-embedding-3-small": { dimensions: 1536, usdPerMillionTokens: 0.02 },
  "text-embedding-3-large": { dimensions: 3072, usdPerMillionTokens: 0.13 },
  "text-embedding-ada-002": { dimensions: 1536, usdPerMillionTokens: 0.1 },
};

export const OPENAI_EMBEDDING_MODEL = "text-embedding-3-small" satisfies EmbeddingModel;

/**
 * USD per million tokens of an embedding model, by OpenAI's name for it or by the `model` of its embedder; null where
 * nothing is known, as for models of other servers. List prices without discounts of 2026-11-21.
 */
export function embeddingPrice(model: string): number | null {
  return knownModel(model.replace(/^openai:/, ""))?.usdPerMillionTokens ?? null;
}

/** Undefined when the first reply will tell. */
export function knownDimensions(model: string): number | undefined {
  return knownModel(model)?.dimensions;
}

function knownModel(model: string) {
  return Object.entries(KNOWN).find(([name]) => name === model)?.[1];
}
