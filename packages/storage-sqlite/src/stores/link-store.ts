import type { LinkStore } from "@knote/api";
import type { LinkParts } from "./store-parts.ts";
import { createLinkReads } from "./link-reads.ts";
import { createLinkStates } from "./link-states.ts";
import { createLinkWrites } from "./link-writes.ts";

export interface SqliteLinkStore extends LinkStore {
  /** Derives the states of the user's notes again when they are asked for next. */
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
