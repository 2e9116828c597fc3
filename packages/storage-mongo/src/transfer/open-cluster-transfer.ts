import { createSystemClock, type DataTransfer, type Storage } from "@knote/api";
import type { Connection } from "mongoose";
import { createClusterStorage, type ClusterOptions } from "../create-cluster-storage.ts";
import { connect } from "../mongo/connection/connect.ts";
import { toStorageError } from "../mongo/connection/mongo-errors.ts";
import { collectionsOf } from "../mongo/collections/collections.ts";
import { createKeptModels } from "../mongo/outbox/kept-models.ts";
import { createLeases } from "../mongo/outbox/leases.ts";
import { createRemovals } from "../mongo/stores/removals.ts";
import { createVectorDocuments } from "../mongo/outbox/vector-documents.ts";
import { createOwners } from "../mongo/stores/owners.ts";
import { createModelCollections } from "../qdrant/model-collections.ts";
import { createQdrantLine } from "../qdrant/qdrant-line.ts";
import { createAccountRecords } from "./account-records.ts";
import { assertNotServed } from "./assert-not-served.ts";
import { createHistoryRecords } from "./history-records.ts";
import { createNoteRecords } from "./note-records.ts";
import { setTransferMark, transferMark } from "../mongo/transfer-mark.ts";
import { createVectorRecords } from "./vector-records.ts";

/** Generous, as no user waits for an answer. */
const PATIENCE_MS = 30_000;
const PATIENT = { searchMs: PATIENCE_MS, writeMs: PATIENCE_MS, coolDownMs: 1_000 };

type TransferOptions = Omit<ClusterOptions, "redisUrl" | "timing" | "patienceMs" | "duringTransfer">;

/** Opens the cluster as one side of a transfer. CONFLICT while a server uses it; one can still start later. */
export async function openClusterTransfer(options: TransferOptions): Promise<DataTransfer> {
  const { mongoUrl: url, database, warn = () => {} } = options;
  const patient = { timing: PATIENT, patienceMs: PATIENCE_MS };
  const storage = await createClusterStorage({ ...options, ...patient, duringTransfer: true });
  try {
    const place = { url, ...(database !== undefined && { database }) };
    const connection = await connect({ ...place, patienceMs: PATIENCE_MS, warn });
    try {
      await assertNotServed(collectionsOf(connection), options.clock ?? createSystemClock());
      return assemble(connection, storage, options);
    } catch (error) {
      await connection.close();
      throw error;
    }
  } catch (error) {
    await storage.close();
    throw toStorageError(error);
  }
}

function assemble(connection: Connection, storage: Storage, options: TransferOptions): DataTransfer {
  const { clock = createSystemClock(), prefix = "knote", warn = () => {} } = options;
  const collections = collectionsOf(connection);
  const owners = createOwners(collections);
  const [leases, removals] = [createLeases({ collections, clock }), createRemovals(collections)];
  const documents = createVectorDocuments({ collections, owners, clock, leases, removals });
  const line = createQdrantLine({ url: options.qdrantUrl, apiKey: options.qdrantApiKey, timing: PATIENT, warn });
  const vectorCollections = createModelCollections({ line, documents, prefix });
  const models = createKeptModels({ collections, clock });
  return {
    storage,
    async totals() {
      const { users, notes } = collections;
      return { users: await users.estimatedDocumentCount(), notes: await notes.estimatedDocumentCount() };
    },
    ...createAccountRecords({ collections, owners }),
    ...createNoteRecords({ collections, owners }),
    ...createHistoryRecords({ collections, owners }),
    vectors: createVectorRecords({ collections, owners, models, line, vectorCollections }),
    mark: () => transferMark(connection),
    setMark: (mark) => setTransferMark(connection, mark),
    async close() {
      line.close();
      await connection.close();
      await storage.close();
    },
  };
}
