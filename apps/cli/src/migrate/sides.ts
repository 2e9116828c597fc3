import type { DataTransfer } from "@knote/api";

/** Where data comes from and where it goes. */
export interface Sides {
  readonly source: DataTransfer;
  readonly target: DataTransfer;
  /** The models whose vectors there are in the source. */
  readonly models: readonly string[];
}
