import type { DatabaseSync } from "node:sqlite";
import type { LinkStore } from "@knote/api";
import type { DataVersion } from "../database/data-version.ts";
import type { Writer } from "../database/writer.ts";
import type { EventWriter } from "./activity-log.ts";
import { createLinkReads } from "./link-reads.ts";
import { createLinkStates } from "./link-states.ts";
import { createLinkWrites } from "./link-writes.ts";
import type { UserRows } from "./user-rows.ts";

export interface LinkParts {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  readonly events: EventWriter;
  readonly dataVersion: DataVersion;
}

export interface SqliteLinkStore extends LinkStore {
  /** Derives the states of the user's notes anew when they are asked for next. */
  forgetStates(sub: string): void;
}

export function createLinkStore(parts: LinkParts): SqliteLinkStore {
  const states = createLinkStates(parts);
  return {
    ...createLinkWrites(parts, states.forget),
    ...createLinkReads(parts),
    stateLinks: states.links,
    states: states.derived,
    forgetStates: states.forget,
  };
}
