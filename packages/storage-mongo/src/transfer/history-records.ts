import { LOOKS_AT_ONCE, type DataTransfer } from "@knote/api";
import type { Collections } from "../mongo/collections/collections.ts";
import { setHistorySince } from "../mongo/stores/history-since.ts";
import { lookOf } from "../mongo/stores/look-store.ts";
import type { Owners } from "../mongo/stores/owners.ts";
import { createPastLinks, pastLinkOf } from "../mongo/stores/past-links.ts";
import { pages } from "./pages.ts";

const LINKS_AT_ONCE = 1_000;

interface HistoryRecordsDeps {
  readonly collections: Collections;
  readonly owners: Owners;
}

/** Transfers what has passed: removed links, since when they are kept, and looks. */
export function createHistoryRecords({
  collections,
  owners,
}: HistoryRecordsDeps): Pick<DataTransfer, "pastLinks" | "looks" | "putPastLinks" | "putHistorySince"> {
  const pastLinks = createPastLinks(collections, owners);
  return {
    async *pastLinks(sub) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      const cursor = collections.pastlinks.find({ userId: owner.id }).sort({ removed_at: 1, _id: 1 });
      yield* pages(cursor, LINKS_AT_ONCE, pastLinkOf);
    },
    async *looks(sub) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      yield* pages(collections.looks.find({ userId: owner.id }).sort({ kind: 1, key: 1 }), LOOKS_AT_ONCE, lookOf);
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
