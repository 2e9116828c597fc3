import type { LinkStore } from "@knote/api";
import type { Ledgers } from "./ledgers.ts";
import { createLinkReads } from "./link-reads.ts";
import { createLinkStates } from "./link-states.ts";
import { createLinkWrites } from "./link-writes.ts";
import type { StoreParts } from "./note-parts.ts";

export interface LinkParts extends StoreParts {
  readonly ledgers: Pick<Ledgers, "read">;
}

export interface MongoLinkStore extends LinkStore {
  /** Derives the states of the user's notes anew when they are asked for next. */
  forgetStates(sub: string): void;
}

export function createLinkStore(parts: LinkParts): MongoLinkStore {
  const states = createLinkStates(parts);
  return {
    ...createLinkWrites(parts),
    ...createLinkReads(parts),
    stateLinks: states.links,
    states: states.derived,
    forgetStates: states.forget,
  };
}
