import { CreateNoteInput, LIMITS, type ImportLink, type ImportNote, type NoteType } from "@knote/contract";
import type { FoundNote, Problem } from "../graph/found-note.ts";
import { typeRules, type ImportOptions } from "./import-options.ts";
import { linkNotes } from "./link-notes.ts";
import { importKey } from "./import-key.ts";
import { splitContent } from "./split-content.ts";
import type { ReadGraph } from "./read-graph.ts";

/** Turns what a reader foundNotes into what an import sends: resolves links, gives keys, applies the options. */
export function finishNotes(
  foundNotes: readonly FoundNote[],
  { reader, options }: { readonly reader: string; readonly options: ImportOptions },
): ReadGraph {
  const { links, problems } = linkNotes(foundNotes);
  const ends = new Set(links.flatMap(({ source, target }) => [source, target]));
  const typeOf = typeRules(options.types);
  const keyOf = ({ key, isOwn }: FoundNote) => (isOwn ? key : importKey(reader, options.source, key));
  const drafts: { readonly note: ImportNote; readonly origin: FoundNote }[] = [];
  const partLinks: ImportLink[] = [];
  const allProblems: Problem[] = [...problems];
  const report = (kind: Problem["kind"], note: FoundNote, detail: string) =>
    void allProblems.push({ kind, place: note.path || note.title, detail });
  const seenKeys = new Set<string>();
  for (const note of foundNotes) {
    if (seenKeys.has(note.key)) {
      report("refused", note, "Another note has the same id.");
      continue;
    }
    seenKeys.add(note.key);
    const isEmpty = note.content === "";
    if (isEmpty && !options.empty && !ends.has(note.key)) {
      report("empty", note, "The note has no text and nothing links to it.");
      continue;
    }
    const content = isEmpty ? note.title : note.content;
    const type: NoteType | null = typeOf(note.path, note.foreignType) ?? note.note_type ?? null;
    if (type === null && note.foreignType !== undefined)
      report("type", note, `${note.foreignType} is no type of Knote's.`);
    const isFuture = note.created_at !== undefined && note.created_at > options.now;
    if (isFuture) report("time", note, "The time lies in the future.");
    const whole: ImportNote = {
      key: keyOf(note),
      title: note.title,
      content,
      note_type: type ?? options.defaultType,
      tags: [...note.tags],
      importance: note.importance ?? 0.5,
      ...(note.created_at !== undefined && !isFuture && { created_at: note.created_at }),
      ...(note.archived && { archived: true }),
    };
    const parts = options.split ? splitContent(content) : [content];
    if (parts.length > 1) {
      const titles = partTitles(note.title, parts.length);
      for (const [index, part] of parts.entries()) {
        const key = index === 0 ? whole.key! : importKey(reader, options.source, `${note.key}#${index + 1}`);
        drafts.push({ note: { ...whole, key, title: titles[index]!, content: part }, origin: note });
        const before = drafts.at(-2)?.note.key;
        if (index > 0 && before !== undefined) partLinks.push({ source: key, target: before, relation: "extends" });
      }
    } else drafts.push({ note: whole, origin: note });
  }

  const notes: ImportNote[] = [];
  const refusedKeys = new Set<string>();
  for (const { note, origin: from } of drafts) {
    const parseResult = CreateNoteInput.safeParse(note);
    if (parseResult.success) notes.push({ ...note, ...parseResult.data });
    else {
      refusedKeys.add(note.key!);
      const isLong = [...note.content].length > LIMITS.contentLength;
      report(isLong ? "long" : "refused", from, parseResult.error.issues.map(({ message }) => message).join(" "));
    }
  }
  const keys = new Map(foundNotes.map((note) => [note.key, keyOf(note)]));
  const sentKeys = new Set(notes.map(({ key }) => key!));
  const finishedLinks = links.map(({ source, target, relation }) => ({
    source: keys.get(source)!,
    target: keys.get(target)!,
    relation,
  }));
  return {
    notes,
    links: [...finishedLinks, ...partLinks].filter(
      ({ source, target }) => sentKeys.has(source) && sentKeys.has(target),
    ),
    problems: allProblems,
  };
}

/** Numbers the titles of a note's parts; the first keeps the note's own. */
function partTitles(title: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    if (index === 0) return title;
    const number = ` (${index + 1})`;
    return (
      [...title]
        .slice(0, LIMITS.titleLength - number.length)
        .join("")
        .trimEnd() + number
    );
  });
}
