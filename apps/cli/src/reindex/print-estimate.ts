import { estimateIndexing, type Storage } from "@knote/api";
import type { Config, ModelsConfig } from "@knote/config";

/** Prints what embedding all notes with the configured embedder would take. Changes nothing. */
export async function printEstimate(
  { models: { embedding } }: Pick<Config, "models">,
  storage: Pick<Storage, "noteTexts">,
): Promise<void> {
  const { notes, windows, tokens } = await estimateIndexing(storage.noteTexts());
  const [count, parts, size] = [notes, windows, tokens].map((figure) => figure.toLocaleString("en"));
  const lead = `${count} notes in ${parts} windows, about ${size} tokens`;
  process.stdout.write(`${lead}; ${await costOf(embedding, tokens)}.\n`);
}

async function costOf(embedding: ModelsConfig["embedding"], tokens: number): Promise<string> {
  if (embedding.kind === "built-in") return "the built-in embedder is free";
  // Loaded here because no other command needs it.
  const { createOpenAiEmbedder, embeddingPrice, OPENAI_EMBEDDING_MODEL } = await import("@knote/models");
  const model = embedding.model ?? OPENAI_EMBEDDING_MODEL;
  const embedder = createOpenAiEmbedder({ ...embedding.provider, model, onFailure() {} });
  await embedder.close();
  const price = embeddingPrice(embedder.model);
  if (price === null) return `the price of ${model} there is unknown`;
  return `${model} costs about $${((tokens * price) / 1_000_000).toFixed(2)}`;
}
