import type { NoteDetail, NoteLinks } from "@knote/contract";

/** Writes a note as Markdown, for a person who attaches it to a conversation. */
export function noteText(note: NoteDetail, links: NoteLinks): string {
  const facts = [
    `type: ${note.note_type}`,
    `state: ${note.state}`,
    ...(note.tags.length > 0 ? [`tags: ${note.tags.join(", ")}`] : []),
    `created: ${note.created_at}`,
    `updated: ${note.updated_at}`,
  ];
  const lines = [
    ...links.outgoing.map((link) => `- ${link.relation} ${reference(link.target_id, link.target_title)}`),
    ...links.incoming.map((link) => `- ${reference(link.source_id, link.source_title)} ${link.relation} this`),
  ];
  const parts = [`# ${note.title}`, note.content, facts.join("  \n"), ...(lines.length > 0 ? [lines.join("\n")] : [])];
  return `${parts.join("\n\n")}\n`;
}

export function reference(id: string, title: string): string {
  return `[${title.replaceAll(/[[\]\\]/g, (character) => `\\${character}`)}](note://${id})`;
}
