import { canonicalNote, type CanonicalNote } from "../notes/canonical-note.ts";
import { mergeTexts } from "./merge-texts.ts";

/**
 * Merges a file and the server's note, which both were `base` once. Returns null when they do not fit together. A type,
 * importance or archive flag that both changed is the server's.
 */
export function mergeNotes(base: CanonicalNote, file: CanonicalNote, server: CanonicalNote): CanonicalNote | null {
  const title = pick(base.title, file.title, server.title);
  const content = mergeTexts(base.content, file.content, server.content);
  if (title === null || content === null) return null;
  const merger = canonicalNote({
    title,
    content,
    note_type: pick(base.note_type, file.note_type, server.note_type) ?? server.note_type,
    tags: mergeTags(base.tags, file.tags, server.tags),
    importance: pick(base.importance, file.importance, server.importance) ?? server.importance,
    archived: pick(base.archived, file.archived, server.archived) ?? server.archived,
  });
  return typeof merger === "string" ? null : merger;
}

/** Returns the value of the side that changed it; null when both did, differently. */
function pick<Value>(base: Value, mine: Value, theirs: Value): Value | null {
  if (mine === theirs || theirs === base) return mine;
  return mine === base ? theirs : null;
}

/** Tags that one side added are added, and those that one side removed are removed. */
function mergeTags(base: readonly string[], file: readonly string[], server: readonly string[]): readonly string[] {
  const [before, mine, theirs] = [base, file, server].map((tags) => new Set(tags.map(fold))) as [
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  if (isSameSet(before, mine)) return server;
  if (isSameSet(before, theirs)) return file;
  return [
    ...server.filter((tag) => mine.has(fold(tag)) || !before.has(fold(tag))),
    ...file.filter((tag) => !theirs.has(fold(tag)) && !before.has(fold(tag))),
  ];
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((tag) => other.has(tag));
}

function fold(tag: string): string {
  return tag.toLowerCase();
}
