import { NoteId, NoteState } from "@knote/contract";
import * as z from "zod";

/** A note as a model cites it. */
export const CitedNote = z.object({ id: NoteId, title: z.string(), url: z.string() });
export type CitedNote = z.infer<typeof CitedNote>;

/** The id of a note as the tools take it. */
export const GivenId = z.string({ error: "id must be a string." });

/** A note as the tools that write answer. */
export const WrittenNote = CitedNote.extend({ state: NoteState });

export const AsOfHint = "The notes as they were then: a date or an ISO 8601 time with a zone.";
export const CursorHint = "next of the page before.";
