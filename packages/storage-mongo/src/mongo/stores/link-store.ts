import type { LinkStore } from "@knote/api";
import { createLinkReads } from "./link-reads.ts";
import { createLinkReplacing } from "./link-replacing.ts";
import { createLinkStates } from "./link-states.ts";
import { createLinkWrites } from "./link-writes.ts";
import { createRestLinks } from "./rest-links.ts";
import { createPastLinks } from "./past-links.ts";
import type { LinkStoreDeps } from "./store-deps.ts";

export interface MongoLinkStore extends LinkStore {
  /** Drops the user's cached states, so that the next read derives them again. */
  forgetStates(sub: string): void;
}

export function createLinkStore(parts: LinkStoreDeps): MongoLinkStore {
  const states = createLinkStates(parts);
  const pastLinks = createPastLinks(parts.collections, parts.owners);
  return {
    ...createLinkWrites(parts, pastLinks),
    ...createLinkReplacing(parts, pastLinks),
    ...createLinkReads(parts),
    past: pastLinks.past,
    states: states.read,
    ...createRestLinks(parts.collections, parts.owners),
    // Which notes a write of another process touched is not kept: that would cost every write a document.
    restChanges: async () => null,
    async versions(sub) {
      const owner = await parts.owners.find(sub);
      if (owner === null) return { rests: "", standing: "", notes: "" };
      const { states: stateWrites, rests, changes } = await parts.ledgers.read(owner.id);
      const versionOf = (...counts: readonly number[]) => [owner.id, ...counts].join(" ");
      // The ledger counts every write: of notes alone there is no counter.
      return { rests: versionOf(rests), standing: versionOf(rests, stateWrites), notes: versionOf(changes) };
    },
    forgetStates: states.forget,
  };
}
