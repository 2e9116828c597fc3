import type { Entry } from "../notes/entry.ts";
import { titleOfPath } from "../notes/title-of-path.ts";
import type { Session } from "../session.ts";
import { isSettled, isStripped, isUnchanged, type TextFile } from "../look/read-file.ts";

/** Most earlier names of a file that go on leading to it. */
const EARLIER_NAMES = 5;

/** Remembers that a file and a note in the state of the etag are alike. */
export function recordPair(session: Session, id: string, file: TextFile, etag: string): void {
  const earlier = entryIn(session, id);
  // Most pairs of most syncs are as they were, and writing them down to compare takes longer than all else.
  if (earlier?.etag === etag && isUnchanged(file, earlier)) return;
  setEntry(session, id, entryOf(file, etag, { earlier, now: session.clock.now() }));
}

/** Remembers that a file was alike with a note when it said what the digest names: by now it says something else. */
export function recordEarlier(session: Session, id: string, file: TextFile, noteDigest: string, etag: string): void {
  const entry = entryOf(file, etag, { earlier: entryIn(session, id), now: session.clock.now() });
  setEntry(session, id, { ...entry, note: noteDigest, file: "", stat: null });
}

function entryIn({ state }: Session, id: string): Entry | null {
  return state.entries.get(id) ?? null;
}

function setEntry({ state }: Session, id: string, entry: Entry): void {
  const earlier = state.entries.get(id);
  if (earlier === undefined || JSON.stringify(earlier) !== JSON.stringify(entry)) state.setEntry(id, entry);
}

function entryOf(
  file: TextFile,
  etag: string,
  { earlier, now }: { readonly earlier: Entry | null; readonly now: number },
): Entry {
  const { path, stat, noteDigest, references } = file;
  return {
    path,
    was: earlierNames(earlier, path),
    etag,
    note: noteDigest,
    file: file.file,
    stat: isSettled(stat, now) ? { size: stat.size, modifiedNs: stat.modifiedNs } : null,
    inode: stat.inode,
    fileId: file.id,
    isStripped: isStripped(file, earlier),
    references,
    textLinks: earlier?.textLinks ?? {},
  };
}

/** Remembers a pair whose text came from the server, with the names in it: they make no links. */
export function recordServerText(
  session: Session,
  id: string,
  file: TextFile,
  { etag, textLinks = namesIn(file) }: { readonly etag: string; readonly textLinks?: Entry["textLinks"] },
): void {
  const entry = entryOf(file, etag, { earlier: entryIn(session, id), now: session.clock.now() });
  setEntry(session, id, { ...entry, textLinks });
}

function namesIn({ references }: TextFile): Entry["textLinks"] {
  return Object.fromEntries(references.filter(({ relation }) => relation === null).map(({ target }) => [target, ""]));
}

function earlierNames(earlier: Entry | null, path: string): readonly string[] {
  if (earlier === null) return [];
  const name = titleOfPath(path);
  const names = [titleOfPath(earlier.path), ...earlier.was].filter((one) => one !== name);
  return [...new Set(names)].slice(0, EARLIER_NAMES);
}
