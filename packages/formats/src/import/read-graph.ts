import type { ImportLink, ImportNote } from "@knote/contract";
import type { Problem } from "../graph/found-note.ts";

/** What an import sends, and what it could not read. Notes come before the links that name them by their keys. */
export interface ReadGraph {
  readonly notes: readonly ImportNote[];
  readonly links: readonly ImportLink[];
  readonly problems: readonly Problem[];
}
