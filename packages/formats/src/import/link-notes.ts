import type { Relation } from "@knote/contract";
import { createNames } from "../references/names.ts";
import type { FoundNote, Problem, Reference } from "../graph/found-note.ts";
import { pairKey } from "../graph/graph.ts";

/** A link between two found notes, by their keys. */
export interface FoundLink {
  readonly source: string;
  readonly target: string;
  readonly relation: Relation;
}

/** Pictures and other files that notes show: they stay where they are, so their names lead to no note. */
const IS_ATTACHMENT =
  /\.(?:3gp|avif|base|bmp|canvas|docx?|flac|gif|heic|jpe?g|m4a|mkv|mov|mp[34]|odt|og[gv]|pdf|png|pptx?|svg|wav|webm|webp|xlsx?|zip)$/i;

/** Finds the notes that references name. A link in running text counts where nothing else links the two notes. */
export function linkNotes(notes: readonly FoundNote[]): {
  readonly links: readonly FoundLink[];
  readonly problems: readonly Problem[];
} {
  const nameNote = createNames(notes);
  const links = new Map<string, FoundLink>();
  const linkedPairs = new Set<string>();
  const problems: Problem[] = [];

  const resolve = (note: FoundNote, reference: Pick<Reference, "target" | "isRelative">) => {
    const resolution = nameNote(reference, note.path);
    if (resolution === null && !IS_ATTACHMENT.test(reference.target))
      problems.push(problemOf("unresolved", note, `${reference.target} leads nowhere.`));
    else if (resolution !== null && resolution.others.length > 0)
      problems.push(problemOf("ambiguous", note, `${reference.target} could also be ${resolution.others[0]!.path}.`));
    return resolution?.note.key;
  };
  const addLink = (link: FoundLink) => {
    const { source, target, relation } = link;
    if (source === target) return;
    const pair = pairKey(source, target);
    linkedPairs.add(pair);
    const key = relation === "relates_to" ? pair : `${source}\n${target}`;
    if (!links.has(`${relation}\n${key}`)) links.set(`${relation}\n${key}`, link);
  };

  for (const note of notes)
    for (const reference of note.references) {
      if (reference.relation === null) continue;
      const other = resolve(note, reference);
      if (other === undefined) continue;
      const [source, target] = reference.isInverse ? [other, note.key] : [note.key, other];
      addLink({ source, target, relation: reference.relation });
    }
  const explicitPairs = new Set(linkedPairs);
  for (const note of notes) {
    const notLinked = new Set(note.notLinked.map((target) => nameNote(target, note.path)?.note.key));
    for (const reference of note.references) {
      if (reference.relation !== null) continue;
      const target = resolve(note, reference);
      if (target === undefined || notLinked.has(target) || explicitPairs.has(pairKey(note.key, target))) continue;
      addLink({ source: note.key, target, relation: "relates_to" });
    }
  }
  return { links: [...links.values()], problems };
}

function problemOf(kind: "unresolved" | "ambiguous", note: FoundNote, detail: string): Problem {
  return { kind, place: note.path || note.title, detail };
}
