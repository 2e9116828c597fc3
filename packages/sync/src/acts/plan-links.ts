import { createNames } from "@knote/formats";
import type { Relation } from "@knote/contract";
import type { FileReference } from "../notes/entry.ts";
import type { SyncLink } from "../ports/sync-server.ts";
import type { LinkKey } from "../state/state.ts";

/** What is known of the links of one note's file. */
export interface LinkFile {
  readonly id: string;
  readonly path: string;
  /** Earlier names of the file. */
  readonly was: readonly string[];
  /** What the file says now, before this sync writes it. */
  readonly references: readonly FileReference[];
  /** Links of its text after this sync; the same as now for a text that stays. */
  readonly nextTextLinks: readonly FileReference[];
  /** Whether new names in its text make links: not where the server's text takes its place, or was adopted. */
  readonly makesTextLinks: boolean;
  /** Whether the text after this sync is, or holds, the server's: then all of its names are settled. */
  readonly isServerText: boolean;
  readonly textLinks: Readonly<Record<string, string>>;
  readonly notLinked: readonly string[];
  /** Whether its properties cannot be read now: then nothing is taken for removed. */
  readonly isUnknown: boolean;
  /** Whether this sync can write it. */
  readonly isWritable: boolean;
}

export interface LinkPlan {
  /** For the server. */
  readonly added: readonly SyncLink[];
  readonly removed: readonly SyncLink[];
}

export interface FileLinks {
  isLinkWanted(relation: Relation, target: string, isRelative: boolean): boolean;
  readonly addedLinks: readonly { readonly relation: Relation; readonly text: string }[];
}

/** The names of all files of a sync, and what they say about links. */
export interface LinkView {
  readonly files: ReadonlyMap<string, LinkFile>;
  resolve(reference: Pick<FileReference, "target" | "isRelative">, from: LinkFile): string | null;
}

export function viewLinks(all: readonly LinkFile[]): LinkView {
  // Of names that are equal when folded the first can win: it must be the same one at every look, and in every folder.
  const namedFiles = all
    .map((file) => ({ path: file.path, names: file.was, id: file.id }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const find = createNames(namedFiles);
  const resolutions = new Map<string, string | null>();
  return {
    files: new Map(all.map((file) => [file.id, file])),
    resolve({ target, isRelative }, from) {
      const key = `${isRelative ? "r" : "n"} ${from.path} ${target}`;
      let id = resolutions.get(key);
      if (id === undefined) {
        id = find({ target, isRelative }, from.path)?.note.id ?? null;
        resolutions.set(key, id);
      }
      return id;
    },
  };
}

/** Compares the links of all files with those of the server, three-way against those that both had. */
export function planLinks(view: LinkView, base: readonly LinkKey[], server: readonly SyncLink[]): LinkPlan {
  const inBase = new Set(base.map(([source, relation, target]) => keyOf({ source, relation, target })));
  const onServer = new Set(server.map(keyOf));
  const pairsOnServer = new Set(server.map(pairOf));
  const inProperties = new Map<string, SyncLink>();
  const textPairs = new Set<string>();
  const unresolvedNames = new Set<string>();
  for (const file of view.files.values()) {
    for (const id of Object.values(file.textLinks))
      if (id !== "") textPairs.add(pairOf({ source: file.id, target: id }));
    for (const reference of file.references) {
      const target = view.resolve(reference, file);
      if (target === null && reference.relation !== null) unresolvedNames.add(`${file.id} ${reference.relation}`);
      if (target === null || target === file.id) continue;
      if (reference.relation === null) textPairs.add(pairOf({ source: file.id, target }));
      else {
        const link = { source: file.id, relation: reference.relation, target };
        inProperties.set(keyOf(link), link);
      }
    }
  }
  const linksToAdd = new Map<string, SyncLink>();
  for (const [key, link] of inProperties) if (!inBase.has(key) && !onServer.has(key)) linksToAdd.set(key, link);
  const pairsInProperties = new Set([...inProperties.values()].map(pairOf));
  for (const file of view.files.values())
    for (const target of newTextTargets(view, file)) {
      const link: SyncLink = { source: file.id, relation: "relates_to", target };
      const pair = pairOf(link);
      if (!pairsOnServer.has(pair) && !pairsInProperties.has(pair)) linksToAdd.set(keyOf(link), link);
    }
  const isShown = (link: SyncLink) => {
    const [source, target] = [view.files.get(link.source)!, view.files.get(link.target)!];
    const isMutual = link.relation === "relates_to";
    return (
      source.isUnknown ||
      (isMutual && target.isUnknown) ||
      inProperties.has(keyOf(link)) ||
      (isMutual && textPairs.has(pairOf(link))) ||
      unresolvedNames.has(`${source.id} ${link.relation}`) ||
      (isMutual && unresolvedNames.has(`${target.id} ${link.relation}`))
    );
  };
  const linksToRemove = server.filter(
    (link) => inBase.has(keyOf(link)) && view.files.has(link.source) && view.files.has(link.target) && !isShown(link),
  );
  return { added: [...linksToAdd.values()], removed: linksToRemove };
}

/** Says which links each file must get or lose, so that it shows those of the server. */
export function linksOfFiles(
  view: LinkView,
  { base, before, after }: { base: readonly LinkKey[]; before: readonly SyncLink[]; after: readonly SyncLink[] },
): ReadonlyMap<string, FileLinks> {
  const onServer = new Set(before.map(keyOf));
  const afterwards = new Set(after.map(keyOf));
  // Only what both sides had can have been removed at the server.
  const removedThere = new Set(
    base
      .map(([source, relation, target]) => keyOf({ source, relation, target }))
      .filter((key) => !onServer.has(key) && !afterwards.has(key)),
  );
  const addedLinks = new Map<string, { readonly relation: Relation; readonly text: string }[]>();
  for (const { holder, relation, other } of unshownLinks(view, after)) {
    const text = holder.isWritable ? wikiLink(view, holder, other) : null;
    if (text === null) continue;
    const ofHolder = addedLinks.get(holder.id);
    if (ofHolder) ofHolder.push({ relation, text });
    else addedLinks.set(holder.id, [{ relation, text }]);
  }
  const result = new Map<string, FileLinks>();
  for (const file of view.files.values()) {
    const isLinkWanted: FileLinks["isLinkWanted"] = (relation, target, isRelative) => {
      const id = view.resolve({ target, isRelative }, file);
      return id === null || !removedThere.has(keyOf({ source: file.id, relation, target: id }));
    };
    const losesLink = file.references.some(
      ({ relation, target, isRelative }) => relation !== null && !isLinkWanted(relation, target, isRelative),
    );
    const linksToAdd = addedLinks.get(file.id) ?? [];
    if ((losesLink || linksToAdd.length > 0) && file.isWritable)
      result.set(file.id, { isLinkWanted, addedLinks: linksToAdd });
  }
  return result;
}

/** Yields links that no property and no text of a file will name, with the note in whose file they belong. */
export function* unshownLinks(view: LinkView, links: readonly SyncLink[]) {
  const shownKeys = new Set<string>();
  for (const file of view.files.values())
    for (const { relation, target, isRelative } of [
      ...file.references.filter((one) => one.relation !== null),
      ...file.nextTextLinks,
    ]) {
      const id = view.resolve({ target, isRelative }, file);
      if (id !== null) shownKeys.add(keyOf({ source: file.id, relation: relation ?? "relates_to", target: id }));
    }
  for (const link of links) {
    const [source, target] = [view.files.get(link.source), view.files.get(link.target)];
    if (source === undefined || target === undefined || shownKeys.has(keyOf(link))) continue;
    // An id begins with the time at which its note was made.
    const isTurned = link.relation === "relates_to" && target.id < source.id;
    yield { link, relation: link.relation, holder: isTurned ? target : source, other: isTurned ? source : target };
  }
}

/** Returns the names in a file's text whose links are settled after this sync, with the notes that they lead to. */
export function settledTextLinks(view: LinkView, file: LinkFile, unshownPairs: ReadonlySet<string>) {
  const settledLinks: Record<string, string> = {};
  for (const [target, id] of Object.entries(file.textLinks))
    // A link that has left the text stays known until it stands in a property.
    if (id !== "" && unshownPairs.has(pairOf({ source: file.id, target: id }))) settledLinks[target] = id;
  for (const reference of file.nextTextLinks) {
    const id = view.resolve(reference, file);
    const isKnown = file.textLinks[reference.target] !== undefined;
    if (isKnown || file.isServerText || id !== null)
      settledLinks[reference.target] = id ?? file.textLinks[reference.target] ?? "";
  }
  return settledLinks;
}

function* newTextTargets(view: LinkView, file: LinkFile): Generator<string> {
  if (!file.makesTextLinks) return;
  for (const reference of file.references) {
    if (reference.relation !== null || file.textLinks[reference.target] !== undefined) continue;
    const target = view.resolve(reference, file);
    if (target !== null && target !== file.id && !file.notLinked.includes(reference.target)) yield target;
  }
}

/** Returns a link by the shortest name that leads to the note; null when no link can hold its path. */
function wikiLink(view: LinkView, from: LinkFile, to: LinkFile): string | null {
  const path = to.path.replace(/\.(?:md|markdown)$/i, "");
  if (/[[\]|#\r\n]/.test(path)) return null;
  for (const target of [path.slice(path.lastIndexOf("/") + 1), path, to.path])
    if (target.trim() === target && view.resolve({ target, isRelative: false }, from) === to.id) return `[[${target}]]`;
  return null;
}

export function keyOf({ source, relation, target }: SyncLink): string {
  const ends = relation === "relates_to" && target < source ? [target, source] : [source, target];
  return `${relation} ${ends.join(" ")}`;
}

export function pairOf({ source, target }: Pick<SyncLink, "source" | "target">): string {
  return source < target ? `${source} ${target}` : `${target} ${source}`;
}
