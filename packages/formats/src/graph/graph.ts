import type { ImportNote, Link, NoteDetail } from "@knote/contract";

/** A note with all that leaves Knote and comes back. */
export interface GraphNote
  extends Readonly<Omit<NoteDetail, "state" | "tags">>, Required<Pick<ImportNote, "archived">> {
  readonly tags: readonly string[];
}

export interface Graph {
  readonly notes: readonly GraphNote[];
  readonly links: readonly Link[];
}

/** Names a pair of notes, in either order. */
export function pairKey(one: string, other: string): string {
  return one < other ? `${one}\n${other}` : `${other}\n${one}`;
}
