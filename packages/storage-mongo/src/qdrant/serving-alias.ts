import type { QdrantLine } from "./qdrant-line.ts";
import { isMissing } from "./qdrant-errors.ts";

/**
 * Lets the alias `<prefix>-serving` name the collection of the model that is served, in one step. It is for
 * operators and their tools: Knote asks a collection by its model, so that no two models are ever compared.
 */
export async function pointServed(line: QdrantLine, prefix: string, collection: string | null): Promise<void> {
  const alias_name = `${prefix}-serving`;
  const { aliases } = await line.write((client) => client.getAliases());
  const pointed = aliases.find((alias) => alias.alias_name === alias_name)?.collection_name ?? null;
  if (pointed === collection) return;
  const away = pointed === null ? [] : [{ delete_alias: { alias_name } }];
  const there = collection === null ? [] : [{ create_alias: { alias_name, collection_name: collection } }];
  try {
    await line.write((client) => client.updateCollectionAliases({ actions: [...away, ...there] }));
  } catch (error) {
    // The collection is made with its first vectors, and then pointed to.
    if (!isMissing(error)) throw error;
  }
}
