import type { VectorIndex } from "@knote/api";
import { createModelCollections } from "./model-collections.ts";
import { createPointWriter } from "./point-writer.ts";
import { createPut } from "./put-vectors.ts";
import { createQdrantLine, type QdrantTiming } from "./qdrant-line.ts";
import { createRemover } from "./remove-vectors.ts";
import { createHeadReads } from "./read-heads.ts";
import { createVectorSearch } from "./search-vectors.ts";
import type { VectorDocuments } from "../ports/vector-documents.ts";

export interface QdrantOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly documents: VectorDocuments;
  /** Prefix of collections and aliases. Collections with it that belong to no kept model are dropped. */
  readonly prefix?: string;
  readonly timing?: QdrantTiming;
  /** Receives failures that fail no call. */
  readonly warn: (message: string, cause: unknown) => void;
}

export interface QdrantVectors {
  readonly index: VectorIndex;
  /** The server's status at the last call; sends no request. */
  status(): "up" | "down";
  /** Rejects when searches cannot be answered. */
  check(): Promise<void>;
  /** Removes the vectors of purged notes and returns for how many. The next call removes what a failure left. */
  clean(signal?: AbortSignal): Promise<number>;
  /** How many vectors wait to be written. */
  waiting(): number;
  close(): void;
}

/** Keeps vectors in Qdrant, following documents in another database. */
export function createQdrantVectors(options: QdrantOptions): QdrantVectors {
  const { documents, prefix = "knote" } = options;
  const line = createQdrantLine(options);
  const collections = createModelCollections({ line, documents, prefix });
  const writer = createPointWriter(line);
  const parts = { line, documents, collections };
  const { renew, due, postpone, countPostponed, dueSince, pending, recentPending, recentPostponed } = documents;
  const { models, serve, prepare } = collections;
  const recent = { ...(recentPending && { recentPending }), ...(recentPostponed && { recentPostponed }) };
  const outbox = { renew, due, postpone, countPostponed, dueSince, pending, ...recent };
  return {
    index: {
      ...{ models, serve, prepare, ...outbox },
      put: createPut({ documents, collections, writer }),
      ...createVectorSearch(parts),
      ...createHeadReads(parts),
    },
    status: line.status,
    async check() {
      await line.search((client) => client.getCollections());
    },
    clean: createRemover(parts),
    waiting: writer.waiting,
    close: line.close,
  };
}
