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
