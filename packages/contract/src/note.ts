import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { boundedText } from "./text.ts";

export const NOTE_TYPES = ["fact", "insight", "decision", "experience", "belief", "code_finding", "synthesis"] as const;
export const NoteType = z.enum(NOTE_TYPES).meta({ id: "NoteType", description: "What kind of claim a note makes." });
export type NoteType = z.infer<typeof NoteType>;

export const NOTE_STATES = ["active", "contested", "superseded", "archived"] as const;
export const NoteState = z.enum(NOTE_STATES).meta({
  id: "NoteState",
  description:
    "Derived when read: archived by its owner, superseded by a newer note, contested by a contradicting one, else active.",
});
export type NoteState = z.infer<typeof NoteState>;

export const Timestamp = z.iso
  .datetime()
  .meta({ description: "ISO 8601, UTC.", examples: ["2026-03-01T12:00:00.000Z"] });

export const NoteId = z
  .string()
  .meta({ description: "UUIDv7, lower case.", examples: ["0195cf6a-7c00-7000-8000-000000000000"] });

export const Title = boundedText("title", 1, LIMITS.titleLength).meta({
  description: "The claim, as one declarative statement.",
  examples: ["Spaced repetition beats cramming"],
});

export const Content = boundedText("content", 1, LIMITS.contentLength).meta({
  description: "The explanation, in the author's own words.",
  examples: ["Reviews at growing intervals keep recall high for a fraction of the time."],
});

export const Tags = z
  .array(boundedText("tag", 1, LIMITS.tagLength), { error: "tags must be an array of strings." })
  .max(LIMITS.tagsSent, { error: `tags must have at most ${LIMITS.tags} entries.`, abort: true })
  .transform(withoutDuplicates)
  .refine((tags) => tags.length <= LIMITS.tags, { error: `tags must have at most ${LIMITS.tags} entries.` })
  .meta({ maxItems: LIMITS.tags, examples: [["learning", "memory"]] });

export const Importance = z
  .number({ error: "importance must be a number." })
  .min(0, { error: "importance must be at least 0." })
  .max(1, { error: "importance must be at most 1." })
  .meta({ description: "Weight of the note, 0 to 1.", examples: [0.5] });

/** A note in a list. */
export const Note = z
  .object({
    id: NoteId,
    title: z.string(),
    content: z.string(),
    note_type: NoteType,
    state: NoteState,
    tags: z.array(z.string()),
    importance: z.number(),
    created_at: Timestamp,
  })
  .meta({ id: "Note" });
export type Note = z.infer<typeof Note>;

export const NoteDetail = Note.extend({ updated_at: Timestamp }).meta({ id: "NoteDetail" });
export type NoteDetail = z.infer<typeof NoteDetail>;

export const RELATIONS = ["relates_to", "extends", "contradicts", "depends_on", "supersedes", "derived_from"] as const;
export const Relation = z
  .enum(RELATIONS)
  .meta({ id: "Relation", description: "How the source of a link stands to its target." });
export type Relation = z.infer<typeof Relation>;

/** A proposed link; it becomes a link only when someone posts it. */
export const AutoLink = z
  .object({
    target_id: NoteId,
    target_title: z.string(),
    relation: Relation,
    similarity: z.number().min(0).max(1),
  })
  .meta({ id: "AutoLink" });
export type AutoLink = z.infer<typeof AutoLink>;

export const CreateNoteInput = z
  .object({
    title: Title,
    content: Content,
    note_type: NoteType,
    tags: Tags.optional().default([]),
    importance: Importance.optional().default(0.5),
  })
  .meta({ id: "CreateNoteInput" });
export type CreateNoteInput = z.infer<typeof CreateNoteInput>;

export const CreatedNote = z
  .object({
    id: NoteId,
    title: z.string(),
    note_type: NoteType,
    state: NoteState,
    importance: z.number(),
    tags: z.array(z.string()),
    created_at: Timestamp,
    auto_links: z.array(AutoLink),
  })
  .meta({ id: "CreatedNote" });
export type CreatedNote = z.infer<typeof CreatedNote>;

export const UpdateNoteInput = z
  .object({
    title: Title,
    content: Content,
    note_type: NoteType,
    tags: Tags,
    importance: Importance,
    state: NoteState.meta({ description: "`archived` or `active`; the present state changes nothing." }),
    base_revision: z.int({ error: "base_revision must be a whole number." }).meta({
      description: "The `revision` that was read: the change is refused when the note has another by now.",
    }),
  })
  .partial()
  .meta({ id: "UpdateNoteInput" });
export type UpdateNoteInput = z.infer<typeof UpdateNoteInput>;

export const FindTagsInput = z.object({ prefix: boundedText("prefix", 1, LIMITS.tagLength) });
export type FindTagsInput = z.infer<typeof FindTagsInput>;

export const TagList = z.object({ tags: z.array(z.string()) });
export type TagList = z.infer<typeof TagList>;

/** A conclusion from other notes, its sources. Sources that no longer exist are skipped. */
export const SaveSynthesisInput = z.object({
  title: Title,
  content: Content,
  sources: z.array(z.string()).max(LIMITS.sources),
});
export type SaveSynthesisInput = z.infer<typeof SaveSynthesisInput>;

export const SavedSynthesis = z.object({ id: NoteId, links: z.int().min(0) });
export type SavedSynthesis = z.infer<typeof SavedSynthesis>;

export const UpdatedNote = z
  .object({ id: NoteId, title: z.string(), updated_at: Timestamp })
  .meta({ id: "UpdatedNote" });
export type UpdatedNote = z.infer<typeof UpdatedNote>;

export const NoteRevision = z
  .object({
    revision: z.int().min(1),
    title: z.string(),
    content: z.string(),
    note_type: NoteType,
    tags: z.array(z.string()),
    importance: z.number(),
    updated_at: Timestamp,
  })
  .meta({ id: "NoteRevision" });
export type NoteRevision = z.infer<typeof NoteRevision>;

export const NoteHistory = z.object({ revisions: z.array(NoteRevision) }).meta({ id: "NoteHistory" });
export type NoteHistory = z.infer<typeof NoteHistory>;

/** A suggested link; `reason` is set only when requested, where a model or a rule proposed the relation. */
export const Suggestion = AutoLink.extend({
  reason: z.string().optional().meta({ description: "Why this relation, in a sentence; with `reasons=true`." }),
}).meta({ id: "Suggestion" });
export type Suggestion = z.infer<typeof Suggestion>;

export const Suggestions = z.object({ suggestions: z.array(Suggestion) }).meta({ id: "Suggestions" });
export type Suggestions = z.infer<typeof Suggestions>;

export const NoteList = z.object({ notes: z.array(Note) }).meta({ id: "NoteList" });
export type NoteList = z.infer<typeof NoteList>;

function withoutDuplicates(tags: string[]): string[] {
  const seenTags = new Set<string>();
  return tags.filter((tag) => {
    const foldedTag = tag.toLowerCase();
    return seenTags.has(foldedTag) ? false : seenTags.add(foldedTag);
  });
}
