import type { LinkStore } from "@knote/api";
import { createLinkReads } from "./link-reads.ts";
import { createLinkReplacing } from "./link-replacing.ts";
import { createLinkStates } from "./link-states.ts";
import { createLinkWrites } from "./link-writes.ts";
import type { LinkParts } from "./store-parts.ts";

export interface MongoLinkStore extends LinkStore {
  /** Derives the states of the user's notes again when they are asked for next. */
  forgetStates(sub: string): void;
}

export function createLinkStore(parts: LinkParts): MongoLinkStore {
  const states = createLinkStates(parts);
  return {
    ...createLinkWrites(parts),
    ...createLinkReplacing(parts),
    ...createLinkReads(parts),
    states: states.derived,
    forgetStates: states.forget,
  };
}
