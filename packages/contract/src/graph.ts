import * as z from "zod";
import { Link } from "./link.ts";
import { Note, NoteType } from "./note.ts";

export const GraphStats = z
  .object({
    total_notes: z.int().min(0),
    total_links: z.int().min(0),
    note_types: z.record(NoteType, z.int().min(0)),
    avg_links_per_note: z.number().min(0),
    orphan_count: z.int().min(0),
  })
  .meta({ id: "GraphStats" });
export type GraphStats = z.infer<typeof GraphStats>;

export const DemoGraph = z.object({ notes: z.array(Note), links: z.array(Link) }).meta({ id: "DemoGraph" });
export type DemoGraph = z.infer<typeof DemoGraph>;

/** A note as a picture of the graph shows it: all but its content. */
export type GraphNode = Omit<Note, "content">;
export type GraphLink = Omit<Link, "created_at">;

export const GraphSnapshotInput = z.object({ since: z.string().min(1).max(100).optional() });
export type GraphSnapshotInput = z.infer<typeof GraphSnapshotInput>;

/** One piece of a snapshot of the graph. */
export type GraphPiece =
  | GraphBeginning
  | { readonly nodes: readonly GraphNode[] }
  | { readonly links: readonly GraphLink[] }
  /** Of changes: all notes that links make other than active, unless their owner archived them. */
  | { readonly states: readonly (readonly [id: string, state: "superseded" | "contested"])[] };

/** The piece that comes first. */
export interface GraphBeginning {
  /** The newest event that the snapshot surely holds; null when there is none. */
  readonly version: string | null;
  /** Null: the whole graph follows. Else these notes and their links may be others than before; the live ones follow. */
  readonly changed: readonly string[] | null;
}
