import type { QdrantLine } from "./qdrant-line.ts";
import { isMissing } from "./qdrant-errors.ts";

/**
 * Points the alias `<prefix>-serving` to the served model's collection, in one step. It is for operators and their
 * tools: Knote searches a model's own collection, so that no two models are ever compared.
 */
export async function pointServed(line: QdrantLine, prefix: string, collection: string | null): Promise<void> {
  const alias_name = `${prefix}-serving`;
  const { aliases } = await line.write((client) => client.getAliases());
  const currentTarget = aliases.find((alias) => alias.alias_name === alias_name)?.collection_name ?? null;
  if (currentTarget === collection) return;
  const away = currentTarget === null ? [] : [{ delete_alias: { alias_name } }];
  const there = collection === null ? [] : [{ create_alias: { alias_name, collection_name: collection } }];
  try {
    await line.write((client) => client.updateCollectionAliases({ actions: [...away, ...there] }));
  } catch (error) {
    // The collection is created with its first vectors, and the alias then points to it.
    if (!isMissing(error)) throw error;
  }
}
