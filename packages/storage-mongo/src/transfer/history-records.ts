import { LOOKS_AT_ONCE, type DataTransfer } from "@knote/api";
import type { Collections } from "../mongo/collections/collections.ts";
import { setHistorySince } from "../mongo/stores/history-since.ts";
import { inBatches } from "../mongo/batches.ts";
import { lookOf } from "../mongo/stores/look-store.ts";
import { operationDocument, operationOf } from "../mongo/stores/operation-store.ts";
import type { Owners } from "../mongo/stores/owners.ts";
import { createPastLinks, pastLinkOf } from "../mongo/stores/past-links.ts";
import { pages } from "./pages.ts";

const LINKS_AT_ONCE = 1_000;
const OPERATIONS_AT_ONCE = 100;

interface HistoryRecordsDeps {
  readonly collections: Collections;
  readonly owners: Owners;
}

type HistoryRecords = Pick<
  DataTransfer,
  "pastLinks" | "looks" | "operations" | "putPastLinks" | "putOperations" | "putHistorySince"
>;

/** Transfers what has passed: removed links, since when they are kept, looks, merges and splits. */
export function createHistoryRecords({ collections, owners }: HistoryRecordsDeps): HistoryRecords {
  const pastLinks = createPastLinks(collections, owners);
  return {
    async *pastLinks(sub) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      const cursor = collections.pastlinks.find({ userId: owner.id }).sort({ removed_at: 1, _id: 1 });
      for await (const page of pages(cursor, LINKS_AT_ONCE, (document) => document))
        yield (await pastLinks.withoutStanding(owner.id, page)).map(pastLinkOf);
    },
    async *looks(sub) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      yield* pages(collections.looks.find({ userId: owner.id }).sort({ kind: 1, key: 1 }), LOOKS_AT_ONCE, lookOf);
    },
    async *operations(sub) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      const cursor = collections.operations.find({ userId: owner.id }).sort({ at: -1, id: -1 });
      yield* pages(cursor, OPERATIONS_AT_ONCE, operationOf);
    },
    async putOperations(sub, operations) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      const ids = operations.flatMap(({ noteIds }) => noteIds);
      const found = await inBatches(ids, (batch) =>
        collections.notes.find({ _id: { $in: batch }, userId: owner.id }, { projection: { _id: 1 } }).toArray(),
      );
      const known = new Set(found.map(({ _id }) => _id));
      for (const operation of operations.filter(({ noteIds }) => noteIds.every((id) => known.has(id)))) {
        const document = operationDocument(owner.id, operation);
        await collections.operations.deleteOne({ _id: document._id, userId: owner.id });
        await collections.operations.insertOne(document);
      }
    },
    async putPastLinks(sub, links) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      await pastLinks.keep(owner.id, links);
      await pastLinks.forgetOrphans(owner.id, links);
    },
    putHistorySince: (since) => setHistorySince(collections, since),
  };
}
