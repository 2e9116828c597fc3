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

/** A note in a drawing of the graph: all but its content. */
export type GraphNode = Omit<Note, "content">;
export type GraphLink = Omit<Link, "created_at">;

export const GraphSnapshotInput = z.object({ since: z.string().min(1).max(100).optional() });
export type GraphSnapshotInput = z.infer<typeof GraphSnapshotInput>;

/** One piece of a snapshot of the graph. */
export type GraphPiece =
  | GraphBeginning
  | { readonly nodes: readonly GraphNode[] }
  | { readonly links: readonly GraphLink[] }
  /** Sent with changes: all notes that links make superseded or contested, unless their owner archived them. */
  | { readonly states: readonly (readonly [id: string, state: "superseded" | "contested"])[] };

/** The first piece. */
export interface GraphBeginning {
  /** The newest event that the snapshot includes for certain; null when there is none. */
  readonly version: string | null;
  /** Null: the whole graph follows. Else the notes that changed, themselves or their links; the live ones follow. */
  readonly changed: readonly string[] | null;
}
