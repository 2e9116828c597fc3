import { RELATIONS, type Link } from "@knote/contract";
import { pairKey, type Graph, type GraphNote } from "../graph/graph.ts";
import { findLinks } from "../references/find-links.ts";
import { createNames } from "../references/names.ts";
import { createFileNames } from "./file-names.ts";
import { stringifyFrontMatter, type FrontMatterValue } from "./front-matter.ts";
import { PROPERTIES, type Property } from "./note-properties.ts";
import { visibleText } from "./visible-text.ts";

export interface MarkdownFile {
  readonly path: string;
  readonly text: string;
  readonly note: GraphNote;
}

interface NamedFile {
  readonly path: string;
  readonly names: readonly string[];
  readonly name: string;
  readonly note: GraphNote;
}

const UNFIT_FOR_WORDS = /[[\]|\p{Cc}\p{Zl}\p{Zp}]/u;

/** Writes each note as a file of one folder. Links whose ends are not both in the graph are left out. */
export function* writeMarkdown({ notes, links }: Graph): Generator<MarkdownFile> {
  const nameOf = createFileNames();
  const files = notes.map((note): NamedFile => {
    const name = nameOf(note.title);
    return { path: `${name}.md`, names: [note.title], name, note };
  });
  const filesById = new Map(files.map((file) => [file.note.id, file]));
  const nameFile = createNames(files);
  const linksById = new Map<string, Link[]>();
  const relationsOfPair = new Map<string, number>();
  for (const link of links) {
    const [source, target] = [filesById.get(link.source_id)?.note, filesById.get(link.target_id)?.note];
    if (!source || !target) continue;
    const holder = link.relation === "relates_to" ? olderOf(source, target) : source;
    const earlierLinks = linksById.get(holder.id);
    if (earlierLinks) earlierLinks.push(link);
    else linksById.set(holder.id, [link]);
    const pair = pairKey(source.id, target.id);
    relationsOfPair.set(pair, (relationsOfPair.get(pair) ?? 0) + 1);
  }

  const inText = (file: NamedFile): Set<string> => {
    const targets = findLinks(visibleText(file.note.content) ?? "").map(
      (link) => nameFile(link, file.path)?.note.note.id,
    );
    return new Set(targets.filter((id) => id !== undefined && id !== file.note.id)) as Set<string>;
  };
  const textTargets = new Map(files.map((file) => [file.note.id, inText(file)]));
  const isOnlyInText = ({ source_id, target_id, relation }: Link) =>
    relation === "relates_to" &&
    relationsOfPair.get(pairKey(source_id, target_id)) === 1 &&
    (textTargets.get(source_id)!.has(target_id) || textTargets.get(target_id)!.has(source_id));

  for (const { note, name, path } of files) {
    const values = noteValues(note, name);
    const ownLinks = (linksById.get(note.id) ?? []).filter((link) => !isOnlyInText(link));
    for (const relation of RELATIONS) {
      const ends = ownLinks.filter((link) => link.relation === relation);
      const targets = ends.map((link) => (link.source_id === note.id ? link.target_id : link.source_id));
      if (targets.length > 0)
        values.set(
          relation,
          targets.map((id) => wikiLink(filesById.get(id)!)),
        );
    }
    const notLinked = [...textTargets.get(note.id)!].filter((id) => !relationsOfPair.has(pairKey(note.id, id)));
    if (notLinked.length > 0)
      values.set(
        "not_linked",
        notLinked.map((id) => wikiLink(filesById.get(id)!)),
      );
    yield { path, text: fileText(values, note.content), note };
  }
}

function noteValues(note: GraphNote, name: string): Map<Property, FrontMatterValue> {
  const values = new Map<Property, FrontMatterValue>([["knote", note.id]]);
  if (name !== note.title) values.set("title", note.title);
  if (note.note_type !== "fact") values.set("type", note.note_type);
  if (note.tags.length > 0) values.set("tags", note.tags);
  if (note.importance !== 0.5) values.set("importance", note.importance);
  if (note.archived) values.set("archived", true);
  values.set("created", note.created_at);
  if (note.updated_at !== note.created_at) values.set("updated", note.updated_at);
  return values;
}

function fileText(values: ReadonlyMap<Property, FrontMatterValue>, content: string): string {
  const inOrder = PROPERTIES.flatMap((property) => {
    const value = values.get(property);
    return value === undefined ? [] : [[property, value] as const];
  });
  return `---\n${stringifyFrontMatter(new Map(inOrder))}---\n${content}\n`;
}

/** Shows the title where the name of the file is another and the link can hold it. */
function wikiLink({ name, note }: NamedFile): string {
  return name === note.title || UNFIT_FOR_WORDS.test(note.title) ? `[[${name}]]` : `[[${name}|${note.title}]]`;
}

function olderOf(one: GraphNote, other: GraphNote): GraphNote {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? one : other;
  return one.id < other.id ? one : other;
}
