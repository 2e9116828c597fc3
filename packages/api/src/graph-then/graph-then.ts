import type { PastStates, ServiceContext } from "../context.ts";
import type { PastVersions } from "../past/past-version.ts";

/** Length of the beginning of an id that holds the time of creation, with one hyphen. */
const TIME_LENGTH = 13;

/** The graph of a past time: the present stores, and what differs from them. */
export interface GraphThen extends PastStates {
  /** The present. */
  readonly ctx: ServiceContext;
  readonly at: string;
  readonly versions: PastVersions;
  /** Collects the notes with another text now that were found or measured by this text. */
  readonly measuredByPresent: Set<string>;
}

/** Whether the note was created by then and reads as it did, or is taken as if it did. */
export function isAsThen({ at, versions }: Pick<GraphThen, "at" | "versions">, id: string): boolean {
  return isWrittenBy(id, at) && !versions.byId.has(id);
}

/** Whether the note was created up to the time, which its id tells: a UUIDv7. */
function isWrittenBy(id: string, at: string): boolean {
  return Number.parseInt(id.slice(0, TIME_LENGTH).replace("-", ""), 16) <= Date.parse(at);
}

/** Marks notes that were found or measured by their present text. */
export function markPresent({ versions, measuredByPresent }: GraphThen, ids: Iterable<string>): void {
  for (const id of ids) if (versions.otherTextIds.has(id)) measuredByPresent.add(id);
}
