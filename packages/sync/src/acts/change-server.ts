import { codeOf } from "../ports/file-system.ts";
import { type NewNote, type ServerNote, ServerRefusal, type SyncLink } from "../ports/sync-server.ts";
import { type CanonicalNote, digestOfNote } from "../notes/canonical-note.ts";
import { baseOf } from "../look/base-of.ts";
import type { Look, Row } from "../look/look.ts";
import type { TextFile } from "../look/read-file.ts";
import { HOME } from "../state/layout.ts";
import type { Creating } from "../state/state.ts";
import type { Session } from "../session.ts";
import { conflictNote } from "./conflict-note.ts";
import { count, type Outcome } from "./outcome.ts";
import { recordEarlier, recordPair, recordServerText } from "./record-pair.ts";

/** Of a note's first revision, whose time nobody has said. */
const UNKNOWN_ETAG = '"1.0"';

/** A note that a file is to say. */
export interface WantedText {
  readonly id: string;
  readonly etag: string;
  readonly note: CanonicalNote;
  readonly created_at: string;
}

/** A row after the server's part is done. */
export interface DoneRow extends Row {
  /** What the file is to say; null when its text stays. */
  readonly wanted: WantedText | null;
}

/** Carries out what a look decided about the server. */
export async function changeServer(session: Session, look: Look, outcome: Outcome): Promise<readonly DoneRow[]> {
  const { rows } = look;
  forgetLostCreations(session, look);
  const doneRows: DoneRow[] = [];
  const creations = rows.filter(({ act }) => act === "create");
  const createdIds = await createNotes(session, creations, outcome);
  // Where another note's file stands now, this one's is gone.
  const takenPaths = new Set(rows.flatMap(({ file }) => (file === null ? [] : [foldPath(file.path)])));
  for (const row of rows) {
    const id = createdIds.get(row);
    // The file says nothing of its note yet.
    if (id !== undefined) doneRows.push({ ...row, id, act: "label", wanted: null });
    else if (row.act === "create") doneRows.push({ ...row, act: "wait", wanted: null });
    else if (await isOfCreation(session, row)) outcome.isOpen = true;
    else doneRows.push(await guardRow(row, outcome, () => changeNote(session, row, { outcome, takenPaths })));
  }
  return doneRows;
}

/** Whether a note without a file is what this sync, or an interrupted one, made of a file. */
async function isOfCreation({ state, server }: Session, row: Row): Promise<boolean> {
  if (row.entry !== null || row.file !== null || row.server === null) return false;
  const { id, note } = row.server;
  if (state.entries.has(id)) return true;
  for (const creating of state.creating.values())
    if (digestOfNote(note) === creating.note || (await baseOf(server, id, creating.note)) !== null) return true;
  return false;
}

/** Forgets notes that were to be made of files which are gone, or which turned out to be another note's. */
function forgetLostCreations({ state }: Session, { rows, holds, listing }: Look): void {
  if (state.creating.size === 0 || listing.unreadableFolders.length > 0) return;
  // The file of a note that was purged goes on waiting for its new one.
  const files = [...rows.flatMap(({ file, head }) => (file === null || head.kind === "live" ? [] : file)), ...holds];
  const paths = new Set(files.map(({ path }) => path));
  const inodes = new Set(files.map((file) => ("stat" in file ? file.stat.inode : file.inode)));
  for (const [path, { inode }] of state.creating)
    if (!paths.has(path) && !inodes.has(inode)) state.setCreating(path, null);
}

/** Lets one note's refusal be no reason to leave the others. */
async function guardRow(row: Row, outcome: Outcome, work: () => Promise<DoneRow>): Promise<DoneRow> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error;
    outcome.failures.push({ place: placeOf(row), detail: error.message });
    return { ...row, act: "wait", wanted: null };
  }
}

async function changeNote(
  session: Session,
  row: Row,
  { outcome, takenPaths }: { readonly outcome: Outcome; readonly takenPaths: ReadonlySet<string> },
): Promise<DoneRow> {
  const { id, act, file, head } = row;
  const again = (): DoneRow => {
    outcome.isOpen = true;
    return { ...row, act: "wait", wanted: null };
  };
  switch (act) {
    case "push":
    case "merge": {
      const note = act === "merge" ? row.merger! : file!.note!;
      if (head.kind !== "live") return again();
      const update = await session.server.update(id!, note, head.etag);
      if (typeof update === "string") return again();
      count(outcome, act);
      if (act === "push") {
        recordPair(session, id!, file!, update.etag);
        outcome.isOpen ||= file!.id !== id;
        return { ...row, wanted: null };
      }
      return { ...row, wanted: { id: id!, etag: update.etag, note, created_at: row.server!.created_at } };
    }
    case "conflict": {
      if (!(await addConflictNote(session, id!, file!.note!, outcome))) return { ...row, act: "wait", wanted: null };
      count(outcome, act);
      return { ...row, wanted: row.server };
    }
    case "write":
      return { ...row, wanted: row.server };
    case "record":
      if (head.kind !== "live") return again();
      if (row.entry === null) recordServerText(session, id!, file!, { etag: head.etag });
      else recordPair(session, id!, file!, head.etag);
      count(outcome, act);
      outcome.isOpen ||= file!.id !== id;
      return { ...row, wanted: null };
    case "restore":
      if (await session.server.restore(id!)) count(outcome, act);
      return again();
    case "delete-note":
      return await deleteNote(session, row, { outcome, takenPaths });
    case "forget":
      session.state.setEntry(id!, null);
      return { ...row, wanted: null };
    case "compare":
      return again();
    case "nothing":
      if (file !== null && row.entry !== null && head.kind === "live") recordPair(session, id!, file, head.etag);
      return { ...row, wanted: null };
    case "create":
    case "label":
    case "trash-file":
    case "wait":
      return { ...row, wanted: null };
  }
}

async function createNotes(session: Session, rows: readonly Row[], outcome: Outcome): Promise<Map<Row, string>> {
  const ids = new Map<Row, string>();
  if (rows.length === 0) return ids;
  const { state, server } = session;
  const requests = rows.map((row): { readonly row: Row; readonly sent: NewNote; readonly note: string } => {
    const { path, stat, note, noteDigest, created_at } = row.file!;
    const open = openCreation(session, row.file!);
    const key = open?.key ?? `sync:${state.folder}:${session.newId()}`;
    state.setCreating(path, { key, note: open?.note ?? noteDigest, inode: stat.inode });
    const isPast = created_at !== null && Date.parse(created_at) < session.clock.now() && created_at >= "1970";
    const sentNote = { key, note: note!, ...(isPast && { created_at }) };
    return { row, sent: sentNote, note: open?.note ?? noteDigest };
  });
  await state.begin([]);
  const creations = await server.create(requests.map(({ sent: sentNote }) => sentNote));
  const createdIds = creations.flatMap((creation) => ("id" in creation ? [creation.id] : []));
  const notes = new Map((await server.read(createdIds)).map((note) => [note.id, note]));
  for (const [index, { row, note: firstNote }] of requests.entries()) {
    const { path } = row.file!;
    const creation = creations[index]!;
    if ("refusal" in creation) {
      outcome.failures.push({ place: path, detail: creation.refusal });
      state.setCreating(path, null);
      continue;
    }
    outcome.isOpen = true;
    const createdNote = notes.get(creation.id);
    // In the trash by now: the next look makes a new note, with a new key.
    const isRecorded =
      createdNote !== undefined && (await recordCreation(session, row.file!, { firstNote, created: createdNote }));
    if (isRecorded) {
      count(outcome, "create");
      if (row.id !== null && row.id !== creation.id) state.setEntry(row.id, null);
      // A file that has changed since the note was sent is not alike with it yet.
      if (row.file!.noteDigest === firstNote) ids.set(row, creation.id);
    }
    forgetCreating(session, row);
  }
  return ids;
}

/** Remembers the pair as it was when the note was sent first; both sides can have changed since. */
async function recordCreation(
  session: Session,
  file: TextFile,
  { firstNote, created: { id, etag, note } }: { readonly firstNote: string; readonly created: ServerNote },
): Promise<boolean> {
  const isChanged = digestOfNote(note) !== firstNote;
  if (isChanged && (await baseOf(session.server, id, firstNote)) === null) return false;
  const pairEtag = isChanged ? UNKNOWN_ETAG : etag;
  if (file.noteDigest === firstNote) recordPair(session, id, file, pairEtag);
  else recordEarlier(session, id, file, firstNote, pairEtag);
  return true;
}

/** Returns the creation of this file that an earlier sync began. */
function openCreation({ state }: Pick<Session, "state">, { path, stat }: TextFile): Creating | null {
  return state.creating.get(path) ?? [...state.creating.values()].find(({ inode }) => inode === stat.inode) ?? null;
}

function forgetCreating({ state }: Session, { file }: Row): void {
  for (const [path, { inode }] of state.creating)
    if (path === file!.path || inode === file!.stat.inode) state.setCreating(path, null);
}

/** Makes a note of a text that does not fit to the note's; resolves with whether it is safe now. */
export async function addConflictNote(
  session: Session,
  id: string,
  text: CanonicalNote,
  outcome: Outcome,
): Promise<boolean> {
  const { folderName } = session.options;
  const sentNote = conflictNote(id, text, { folderName, now: session.clock.now() });
  const [creation] = await session.server.create([sentNote]);
  if (creation === undefined || "refusal" in creation) {
    outcome.failures.push({ place: text.title, detail: creation?.refusal ?? "The conflict note was not created." });
    return false;
  }
  const link: SyncLink = { source: creation.id, target: id, relation: "relates_to" };
  if (!creation.isDeleted) await session.server.addLinks([link]);
  outcome.conflicts.push(sentNote.note.title);
  outcome.isOpen = true;
  return true;
}

/** Deletes a note when its file has been gone for long enough and still is. */
async function deleteNote(
  session: Session,
  row: Row,
  { outcome, takenPaths }: { readonly outcome: Outcome; readonly takenPaths: ReadonlySet<string> },
): Promise<DoneRow> {
  const { files, clock, options, goneSince, server, state } = session;
  const doneRow: DoneRow = { ...row, wanted: null };
  const entry = row.entry!;
  const since = goneSince.get(row.id!);
  if (since === undefined || clock.now() - since < options.deleteAfterMs) {
    outcome.isOpen = true;
    return { ...doneRow, act: "wait" };
  }
  const isGone =
    takenPaths.has(foldPath(entry.path)) ||
    (await files.stat(entry.path).then(
      () => false,
      (error: unknown) => codeOf(error) === "ENOENT",
    ));
  // When the folder itself went away, nothing was deleted.
  await files.stat(HOME);
  const deletion = isGone ? await server.delete(row.id!, entry.etag) : "stale";
  if (deletion === "stale") {
    outcome.isOpen = true;
    return { ...doneRow, act: "wait" };
  }
  count(outcome, "delete-note");
  state.setEntry(row.id!, null);
  return doneRow;
}

function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

export function placeOf({ file, entry, id }: Row): string {
  return file?.path ?? entry?.path ?? id ?? "";
}
