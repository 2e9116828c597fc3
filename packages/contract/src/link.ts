import * as z from "zod";
import { NoteId, Relation, Timestamp } from "./note.ts";

/** Accepts any text as an id: an id that does not exist is simply not found. */
function idInput(name: string) {
  return z.string({
    error: (issue) => (issue.input === undefined ? `${name} is required.` : `${name} must be a string.`),
  });
}

export const LinkInput = z.object({
  source_id: idInput("source_id"),
  target_id: idInput("target_id"),
  relation: Relation,
});
export type LinkInput = z.infer<typeof LinkInput>;

export const CreateLinkInput = LinkInput.refine((link) => link.source_id !== link.target_id, {
  path: ["target_id"],
  error: "A note cannot be linked to itself.",
}).meta({ id: "CreateLinkInput" });
export type CreateLinkInput = z.infer<typeof CreateLinkInput>;

/** Replaces one link by another. */
export const ReplaceLinkInput = z.object({ from: LinkInput, to: CreateLinkInput });
export type ReplaceLinkInput = z.infer<typeof ReplaceLinkInput>;

/** `created` is false when the new link already existed and only the old one was removed. */
export const ReplacedLink = z.object({ created: z.boolean() });
export type ReplacedLink = z.infer<typeof ReplacedLink>;

export const Link = z
  .object({ source_id: NoteId, target_id: NoteId, relation: Relation, created_at: Timestamp })
  .meta({ id: "Link" });
export type Link = z.infer<typeof Link>;

export const LinkList = z.object({ links: z.array(Link) }).meta({ id: "LinkList" });
export type LinkList = z.infer<typeof LinkList>;

export const NoteLinks = z
  .object({
    outgoing: z.array(
      z.object({ target_id: NoteId, target_title: z.string(), relation: Relation, created_at: Timestamp }),
    ),
    incoming: z.array(
      z.object({ source_id: NoteId, source_title: z.string(), relation: Relation, created_at: Timestamp }),
    ),
  })
  .meta({ id: "NoteLinks" });
export type NoteLinks = z.infer<typeof NoteLinks>;
