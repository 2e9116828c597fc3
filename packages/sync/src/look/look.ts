import { decide, type Act, type HeadState, type Likeness } from "../decide/decide.ts";
import { mergeNotes } from "../merge/merge-notes.ts";
import { type CanonicalNote, digestOfNote } from "../notes/canonical-note.ts";
import type { Entry } from "../notes/entry.ts";
import { titleOfPath } from "../notes/title-of-path.ts";
import type { Heads, ServerNote } from "../ports/sync-server.ts";
import type { Session } from "../session.ts";
import { baseOf } from "./base-of.ts";
import { hold, type Hold, listFiles, type Listing } from "./list-files.ts";
import { matchFiles, type Matches } from "./match-files.ts";
import { isStripped, readFile, type TextFile, unchangedFile } from "./read-file.ts";

/** A note and its file, of which either can be missing, and what is done about them. */
export interface Row {
  /** Null for a file that is no note yet. */
  readonly id: string | null;
  readonly entry: Entry | null;
  readonly file: TextFile | null;
  readonly hold: Hold | null;
  readonly head: HeadState;
  readonly act: Act;
  /** Read where the act needs it. */
  readonly server: ServerNote | null;
  /** What a merger says; only with the act `merge`. */
  readonly merger: CanonicalNote | null;
}

export interface Look {
  readonly rows: readonly Row[];
  readonly heads: Heads;
  readonly listing: Listing;
  readonly holds: readonly Hold[];
}

/** Looks at both sides and decides about every row. Changes nothing. */
export async function look(session: Session): Promise<Look> {
  const heads = await session.server.heads();
  const listing = await listFiles(session.files);
  const { files, holds } = await readFiles(session, listing);
  const matches = matchFiles(files, { ...listing, holds: [...listing.holds, ...holds] }, session.state);
  const rows = await compareRows(session, firstRows(session, heads, matches, listing));
  return { rows: pairNewFiles(session, rows, matches), heads, listing, holds: matches.holds };
}

async function readFiles({ files, clock, state, options }: Session, listing: Listing) {
  const idsByPath = new Map([...state.entries].map(([id, { path }]) => [path, id]));
  const texts: TextFile[] = [];
  const holds: Hold[] = [];
  for (const listedFile of listing.files) {
    const id = idsByPath.get(listedFile.path);
    const pair = id === undefined ? null : { id, entry: state.entries.get(id)! };
    const unchangedText = pair === null ? null : unchangedFile(listedFile, pair);
    const isBusy = unchangedText === null && options.isBusy?.(listedFile.path) === true;
    const file =
      unchangedText ??
      (isBusy
        ? hold(listedFile.path, "fresh", "It is being written.", listedFile.stat)
        : await readFile(files, listedFile, { now: clock.now(), pair }));
    if ("reason" in file) holds.push(file);
    else texts.push(file);
  }
  return { files: texts, holds };
}

function firstRows({ state }: Session, heads: Heads, { byId, newFiles, heldIds, holds }: Matches, listing: Listing) {
  const rows: Row[] = [];
  const add = (id: string | null, file: TextFile | null, fileHold: Hold | null) => {
    const entry = id === null ? null : (state.entries.get(id) ?? null);
    rows.push({ id, entry, file, hold: fileHold, head: headOf(id, heads), act: "nothing", server: null, merger: null });
  };
  for (const id of state.entries.keys()) add(id, byId.get(id) ?? null, heldIds.get(id) ?? null);
  for (const [id, file] of byId) if (!state.entries.has(id)) add(id, file, null);
  for (const file of newFiles) add(null, file, null);
  const heldFileIds = new Map(holds.flatMap((one) => (one.id === undefined ? [] : [[one.id, one]])));
  const unreadable = listing.unreadableFolders[0];
  for (const id of heads.live.keys()) {
    if (state.entries.has(id) || byId.has(id)) continue;
    // Its file can lie where nobody can look.
    const fileHold = unreadable === undefined ? null : hold(unreadable, "unreadable", "The folder cannot be listed.");
    add(id, null, heldFileIds.get(id) ?? fileHold);
  }
  return rows;
}

function headOf(id: string | null, { live, trash }: Heads): HeadState {
  const head = id === null ? undefined : live.get(id);
  if (head) return { kind: "live", etag: head.etag, likeness: "unread" };
  return { kind: id !== null && trash.has(id) ? "trash" : "none" };
}

/** Decides about every row, and reads the server's text where that takes it. */
async function compareRows(session: Session, plainRows: readonly Row[]): Promise<Row[]> {
  const completeRows = await Promise.all(plainRows.map((row) => withFields(session, row)));
  const rows = completeRows.map((row) => ({ ...row, act: actOf(row) }));
  const wantedIds = rows.flatMap(({ id, act, file, entry }) =>
    id !== null && (act === "compare" || act === "write" || (entry === null && file !== null)) ? [id] : [],
  );
  if (wantedIds.length === 0) return rows;
  const notes = new Map((await session.server.read(wantedIds)).map((note) => [note.id, note]));
  const wantedSet = new Set(wantedIds);
  const result: Row[] = [];
  for (const row of rows) {
    if (row.id === null || !wantedSet.has(row.id)) result.push(row);
    else result.push(await compareRow(session, row, notes.get(row.id) ?? null));
  }
  return result;
}

async function compareRow(session: Session, row: Row, server: ServerNote | null): Promise<Row> {
  if (row.head.kind !== "live") return row;
  // It went away since the heads were read: the next look decides.
  if (server === null) return { ...row, act: "wait" };
  const { likeness, merger } = await compare(session, row, server);
  const comparedRow = { ...row, server, merger, head: { kind: "live", etag: server.etag, likeness } as const };
  return { ...comparedRow, act: actOf(comparedRow) };
}

async function compare(
  session: Session,
  { id, entry, file }: Row,
  server: ServerNote,
): Promise<{ readonly likeness: Likeness; readonly merger: CanonicalNote | null }> {
  if (file === null) return { likeness: "apart", merger: null };
  if (digestOfNote(server.note) === file.noteDigest) return { likeness: "alike", merger: null };
  if (entry === null) {
    const isEarlier = await baseOf(session.server, id!, file.noteDigest);
    return { likeness: isEarlier === null ? "apart" : "earlier", merger: null };
  }
  if (file.note === null || file.noteDigest === entry.note) return { likeness: "apart", merger: null };
  const base = await baseOf(session.server, id!, entry.note);
  const merger = base && mergeNotes(base, file.note, server.note);
  return { likeness: merger === null ? "apart" : "mergeable", merger };
}

function actOf({ id, entry, file, hold: fileHold, head }: Row): Act {
  if (fileHold !== null) return "wait";
  if (file === null) return decide(entry, { kind: "gone" }, head);
  const { path, noteDigest, file: bytes, id: fileId } = file;
  return decide(entry, { kind: "text", path, note: noteDigest, file: bytes, hasId: fileId === id }, head);
}

/** Gives a file whose front matter was taken away altogether the fields that its note had. */
async function withFields({ server }: Session, row: Row): Promise<Row> {
  const { id, entry, file } = row;
  if (id === null || entry === null || file?.note == null || !isStripped(file, entry)) return row;
  const base = await baseOf(server, id, entry.note);
  if (base === null) return row;
  const title = base.title === titleOfPath(entry.path) ? file.note.title : base.title;
  const note = { ...base, title, content: file.note.content };
  return { ...row, file: { ...file, note, noteDigest: digestOfNote(note) } };
}

/** Pairs a file without an id with a note without a file that says the same. */
function pairNewFiles({ state }: Session, rows: readonly Row[], { newFiles }: Matches): readonly Row[] {
  const notes = new Map<string, Row>();
  for (const row of rows)
    if (row.entry === null && row.file === null && row.server !== null) notes.set(digestOfNote(row.server.note), row);
  const pairs = new Map<Row | TextFile, Row>();
  const creatingInodes = new Set([...state.creating.values()].map(({ inode }) => inode));
  for (const file of newFiles) {
    // A note that an interrupted sync made of this file is found by its key.
    if (state.creating.has(file.path) || creatingInodes.has(file.stat.inode)) continue;
    const row = file.id === null ? notes.get(file.noteDigest) : undefined;
    if (row === undefined || !notes.delete(file.noteDigest)) continue;
    const pair = { ...row, file, head: { kind: "live", etag: row.server!.etag, likeness: "alike" } as const };
    pairs.set(row, { ...pair, act: actOf(pair) });
    pairs.set(file, row);
  }
  return rows.flatMap((row) => {
    if (row.id === null && row.file !== null && pairs.has(row.file)) return [];
    return [pairs.get(row) ?? row];
  });
}
