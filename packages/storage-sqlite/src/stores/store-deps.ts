import type { DatabaseSync } from "node:sqlite";
import type { NoteCounts } from "@knote/api";
import type { DataVersion } from "../database/data-version.ts";
import type { Writer } from "../database/writer.ts";
import type { EventWriter } from "./activity-log.ts";
import type { StandingChanges } from "./standing-versions.ts";
import type { TermsTable } from "./terms-table.ts";
import type { UserRows } from "./user-rows.ts";
import type { MessageWriter } from "./webhook-writes.ts";

/** What the stores of notes and links are built on. */
interface StoreDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  readonly events: EventWriter;
  readonly standing: StandingChanges;
}

export interface LinkStoreDeps extends StoreDeps {
  readonly dataVersion: DataVersion;
}

export interface NoteStoreDeps extends StoreDeps {
  readonly terms: TermsTable;
  readonly messages: Pick<MessageWriter, "forgetNote">;
  /** Has the user's states worked out again, as far as they depend on these notes. */
  readonly changeStates: (sub: string, ids: readonly string[]) => void;
  /** Counts on the search worker, where it delays no one. */
  readonly counts: (sub: string) => Promise<NoteCounts>;
}
