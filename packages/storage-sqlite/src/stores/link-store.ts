import type { LinkStore } from "@knote/api";
import type { LinkStoreDeps } from "./store-deps.ts";
import { createLinkReads } from "./link-reads.ts";
import { createLinkStates } from "./link-states.ts";
import { createRestLinks } from "./rest-links.ts";
import { createPastLinks } from "./past-links.ts";
import { createLinkWrites } from "./link-writes.ts";

export interface SqliteLinkStore extends LinkStore {
  /** Drops the user's cached states, which are derived again with the next read. */
  forgetStates(sub: string): void;
}

export function createLinkStore(deps: LinkStoreDeps): SqliteLinkStore {
  const states = createLinkStates(deps);
  const { standing } = deps;
  const forgetStates = (sub: string) => {
    states.forget(sub);
    standing.advanceStanding(sub);
  };
  return {
    ...createLinkWrites(deps, forgetStates),
    ...createLinkReads(deps),
    past: createPastLinks(deps.db, deps.users),
    states: states.get,
    restLinks: createRestLinks(deps.db, deps.users),
    restChanges: async (sub, since) => deps.standing.touchedSince(sub, since),
    versions: async (sub) => ({ ...standing.of(sub), notes: deps.users.changeOf(sub) }),
    forgetStates,
  };
}
