import type { LinkStore } from "@knote/api";
import type { LinkStoreDeps } from "./store-deps.ts";
import { createLinkReads } from "./link-reads.ts";
import { createLinkStates } from "./link-states.ts";
import { createRestLinks } from "./rest-links.ts";
import { createPastLinks } from "./past-links.ts";
import { createLinkWrites } from "./link-writes.ts";

export interface SqliteLinkStore extends LinkStore {
  /** Has the user's states worked out again with the next read, where they depend on the notes `ids`; null: all. */
  changeStates(sub: string, ids: readonly string[] | null): void;
}

export function createLinkStore(deps: LinkStoreDeps): SqliteLinkStore {
  const states = createLinkStates(deps);
  const { standing } = deps;
  const changeStates = (sub: string, ids: readonly string[] | null) => {
    states.change(sub, ids);
    standing.advanceStanding(sub);
  };
  return {
    ...createLinkWrites(deps, changeStates),
    ...createLinkReads(deps),
    past: createPastLinks(deps.db, deps.users),
    states: states.get,
    ...createRestLinks(deps.db, deps.users),
    restChanges: async (sub, since) => deps.standing.touchedSince(sub, since),
    versions: async (sub) => ({ ...standing.of(sub), notes: deps.users.changeOf(sub) }),
    changeStates,
  };
}
