import type { LinkStore } from "@knote/api";
import type { LinkStoreDeps } from "./store-deps.ts";
import { createLinkReads } from "./link-reads.ts";
import { createLinkStates } from "./link-states.ts";
import { createLinkWrites } from "./link-writes.ts";

export interface SqliteLinkStore extends LinkStore {
  /** Drops the user's cached states, which are derived again with the next read. */
  forgetStates(sub: string): void;
}

export function createLinkStore(deps: LinkStoreDeps): SqliteLinkStore {
  const states = createLinkStates(deps);
  return {
    ...createLinkWrites(deps, states.forget),
    ...createLinkReads(deps),
    states: states.get,
    forgetStates: states.forget,
  };
}
