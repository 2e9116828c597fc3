import type { LinkStore } from "@knote/api";
import { createLinkReads } from "./link-reads.ts";
import { createLinkReplacing } from "./link-replacing.ts";
import { createLinkStates } from "./link-states.ts";
import { createLinkWrites } from "./link-writes.ts";
import type { LinkStoreDeps } from "./store-deps.ts";

export interface MongoLinkStore extends LinkStore {
  /** Drops the user's cached states, so that the next read derives them again. */
  forgetStates(sub: string): void;
}

export function createLinkStore(parts: LinkStoreDeps): MongoLinkStore {
  const states = createLinkStates(parts);
  return {
    ...createLinkWrites(parts),
    ...createLinkReplacing(parts),
    ...createLinkReads(parts),
    states: states.read,
    forgetStates: states.forget,
  };
}
