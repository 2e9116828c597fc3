import { QdrantClient } from "@qdrant/js-client-rest";
import { createQdrantVectors, type QdrantOptions, type QdrantVectors } from "../qdrant/create-qdrant-vectors.ts";
import type { VectorDocuments } from "../ports/vector-documents.ts";

/** The machine may be busy. */
const PATIENT = { searchMs: 20_000, writeMs: 30_000, coolDownMs: 100 };

export interface OpenQdrant extends QdrantVectors, AsyncDisposable {
  readonly prefix: string;
  readonly warnings: string[];
  /** A client of the server itself. */
  readonly client: QdrantClient;
}

/** Opens vectors with their own prefix on a shared server; disposing removes them. */
export function openQdrant(url: string, documents: VectorDocuments, options: Partial<QdrantOptions> = {}): OpenQdrant {
  const prefix = `test-${crypto.randomUUID().slice(0, 8)}`;
  const warnings: string[] = [];
  const client = new QdrantClient({ url, checkCompatibility: false });
  const warn = (message: string) => void warnings.push(message);
  const vectors = createQdrantVectors({ url, documents, prefix, warn, timing: PATIENT, ...options });
  return {
    ...vectors,
    prefix,
    warnings,
    client,
    async [Symbol.asyncDispose]() {
      vectors.close();
      await dropCollections(url, prefix);
    },
  };
}

export async function dropCollections(url: string, prefix: string): Promise<void> {
  const client = new QdrantClient({ url, checkCompatibility: false });
  const { collections } = await client.getCollections();
  const own = collections.filter(({ name }) => name.startsWith(prefix));
  for (const { name } of own) await client.deleteCollection(name);
}
