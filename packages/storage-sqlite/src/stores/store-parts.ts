import type { DatabaseSync } from "node:sqlite";
import type { NoteCounts } from "@knote/api";
import type { DataVersion } from "../database/data-version.ts";
import type { Writer } from "../database/writer.ts";
import type { EventWriter } from "./activity-log.ts";
import type { TermsTable } from "./terms-table.ts";
import type { UserRows } from "./user-rows.ts";

/** What stores of notes and links stand on. */
interface StoreParts {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  readonly events: EventWriter;
}

export interface LinkParts extends StoreParts {
  readonly dataVersion: DataVersion;
}

export interface NoteParts extends StoreParts {
  readonly terms: TermsTable;
  /** Tells that the states of the user's notes may have changed. */
  readonly forgetStates: (sub: string) => void;
  /** Counts are taken where they hold up nobody. */
  readonly counts: (sub: string) => Promise<NoteCounts>;
}
