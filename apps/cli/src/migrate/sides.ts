import type { DataTransfer } from "@knote/api";

/** The source and the target of a migration. */
export interface Sides {
  readonly source: DataTransfer;
  readonly target: DataTransfer;
  /** The models whose vectors the source holds. */
  readonly models: readonly string[];
}
