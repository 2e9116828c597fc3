import type { LinkStore } from "@knote/api";
import type { LinkParts } from "./store-parts.ts";
import { createLinkReads } from "./link-reads.ts";
import { createLinkStates } from "./link-states.ts";
import { createLinkWrites } from "./link-writes.ts";

export interface SqliteLinkStore extends LinkStore {
  /** Drops the user's cached states, which are derived again with the next read. */
  forgetStates(sub: string): void;
}

export function createLinkStore(parts: LinkParts): SqliteLinkStore {
  const states = createLinkStates(parts);
  return {
    ...createLinkWrites(parts, states.forget),
    ...createLinkReads(parts),
    states: states.derived,
    forgetStates: states.forget,
  };
}
