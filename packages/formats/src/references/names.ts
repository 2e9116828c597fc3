import type { LinkTarget } from "./find-links.ts";

/** What links can call a note. */
export interface NamedNote {
  /** The path of its file from the root, with slashes and the extension; empty when it has none. */
  readonly path: string;
  /** Its title, aliases and permalink. */
  readonly names: readonly string[];
}

export type Resolution<Note> =
  /** `others`: further notes that the name fits as well. */
  { readonly note: Note; readonly others: readonly Note[] } | null;

const NOTE_EXTENSION = /\.(?:md|markdown)$/i;
const INDEX_NAMES = ["index", "readme"];

/** Creates a function that finds the note which a link in a file of the notes names. */
export function createNames<Note extends NamedNote>(
  notes: readonly Note[],
): (link: LinkTarget, from: string) => Resolution<Note> {
  const byPath = new Map<string, Note[]>();
  const byLastPart = new Map<string, Note[]>();
  const byName = new Map<string, Note[]>();
  for (const note of notes) {
    const path = foldPath(note.path);
    if (path !== "") {
      add(byPath, path, note);
      add(byLastPart, path.slice(path.lastIndexOf("/") + 1), note);
    }
    for (const name of new Set(note.names.map(fold))) if (name !== "") add(byName, name, note);
  }

  const atPath = (path: string, plain: string) => best(byPath.get(path), plain);
  const endingWith = (end: string, from: string) => {
    const lastPart = end.slice(end.lastIndexOf("/") + 1);
    const candidates = byLastPart.get(lastPart)?.filter(({ path }) => `/${foldPath(path)}`.endsWith(`/${end}`)) ?? [];
    return nearest(candidates, folderOf(from));
  };
  const inFiles = (target: string, from: string, plain: string, isRelative: boolean): Resolution<Note> => {
    const fromRoot = target.replace(/^\/+/, "");
    const beside = target.startsWith("/") ? null : joinPaths(foldPath(folderOf(from)), target);
    const exact = [fromRoot, beside].filter((path) => path !== null);
    for (const path of isRelative ? exact.toReversed() : exact) {
      const match = atPath(path, plain);
      if (match) return match;
    }
    const end = fromRoot.replace(/^(?:\.\.?\/)+/, "");
    return end === "" ? null : endingWith(end, from);
  };

  return ({ target, isRelative }, from) => {
    const plain = target.replace(NOTE_EXTENSION, "");
    const path = foldPath(target);
    const match = inFiles(path, from, plain, isRelative);
    if (match) return match;
    for (const name of INDEX_NAMES) {
      const index = inFiles(`${path.replace(/\/+$/, "")}/${name}`, from, plain, isRelative);
      if (index) return index;
    }
    return nearest(byName.get(fold(target)) ?? byName.get(fold(plain)) ?? [], folderOf(from));
  };
}

/** Prefers, of files whose names differ in case or composition alone, the one that the link names to the letter. */
function best<Note extends NamedNote>(candidates: readonly Note[] | undefined, plain: string): Resolution<Note> {
  if (candidates === undefined) return null;
  const ending = (form: (name: string) => string) =>
    candidates.find(({ path }) => form(path).replace(NOTE_EXTENSION, "").endsWith(form(plain)));
  const exact = ending((name) => name) ?? ending((name) => name.normalize("NFC"));
  return { note: exact ?? candidates[0]!, others: [] };
}

/** Prefers the same folder, then the fewest folders, then the alphabet. */
function nearest<Note extends NamedNote>(candidates: readonly Note[], folder: string): Resolution<Note> {
  const rank = ({ path }: Note) => (folderOf(path) === folder ? -1 : path.split("/").length);
  const ranking =
    candidates.length < 2
      ? candidates
      : candidates.toSorted((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1));
  const [note, ...others] = ranking;
  return note === undefined ? null : { note, others };
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function joinPaths(folder: string, target: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

function foldPath(path: string): string {
  return fold(path).replace(NOTE_EXTENSION, "");
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function add<Note>(map: Map<string, Note[]>, key: string, note: Note): void {
  const others = map.get(key);
  if (others) others.push(note);
  else map.set(key, [note]);
}
