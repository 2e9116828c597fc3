import type { VectorIndex } from "@knote/api";
import { createModelCollections } from "./model-collections.ts";
import { createPointWriter } from "./point-writer.ts";
import { createPut } from "./put-vectors.ts";
import { createQdrantLine, type QdrantTiming } from "./qdrant-line.ts";
import { createRemover } from "./remove-vectors.ts";
import { createHeadSampling } from "./sample-heads.ts";
import { createVectorSearch } from "./search-vectors.ts";
import type { VectorDocuments } from "../ports/vector-documents.ts";

export interface QdrantOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly documents: VectorDocuments;
  /** Names of collections and aliases begin with it. What else begins with it and is kept no longer is dropped. */
  readonly prefix?: string;
  readonly timing?: QdrantTiming;
  /** Told of what went wrong without failing a call. */
  readonly warn: (message: string, cause: unknown) => void;
}

export interface QdrantVectors {
  readonly index: VectorIndex;
  /** As the last call found the server; asks nobody. */
  status(): "up" | "down";
  /** Rejects when searches cannot be answered. */
  check(): Promise<void>;
  /** Takes away the vectors of purged notes; answers of how many. What a failure left goes the next time. */
  clean(signal?: AbortSignal): Promise<number>;
  /** How many vectors wait to be written. */
  waiting(): number;
  close(): void;
}

/** Vectors in Qdrant, following documents that are elsewhere. */
export function createQdrantVectors(options: QdrantOptions): QdrantVectors {
  const { documents, prefix = "knote" } = options;
  const line = createQdrantLine(options);
  const collections = createModelCollections({ line, documents, prefix });
  const writer = createPointWriter(line);
  const parts = { line, documents, collections };
  const { renew, due, postpone, postponed, dueSince, pending, recentPending, recentPostponed } = documents;
  const { models, serve, prepare } = collections;
  const recent = { ...(recentPending && { recentPending }), ...(recentPostponed && { recentPostponed }) };
  const outbox = { renew, due, postpone, postponed, dueSince, pending, ...recent };
  return {
    index: {
      ...{ models, serve, prepare, ...outbox },
      put: createPut({ documents, collections, writer }),
      ...createVectorSearch(parts),
      sampleHeads: createHeadSampling(parts),
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
