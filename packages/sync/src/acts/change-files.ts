import { inParallel } from "@knote/api/kit/in-parallel";
import { createFileNames, editOwnFile } from "@knote/formats";
import { type CanonicalNote, digestOfBytes, digestOfNote } from "../notes/canonical-note.ts";
import { codeOf } from "../ports/file-system.ts";
import type { Listing } from "../look/list-files.ts";
import { milliseconds, parseFile, type TextFile } from "../look/read-file.ts";
import { asidePath } from "../state/set-aside.ts";
import { TEMPORARY, TRASH, UNDO } from "../state/layout.ts";
import type { Intent } from "../state/state.ts";
import type { Session } from "../session.ts";
import { replaceFile, setAside } from "./change-file.ts";
import { type DoneRow, placeOf } from "./change-server.ts";
import { count, type Outcome } from "./outcome.ts";
import type { LinkRound } from "./change-links.ts";
import { settledTextLinks } from "./plan-links.ts";
import { recordPair, recordServerText } from "./record-pair.ts";

/** Each file waits for the disk a few times; disks bring what comes together to rest together. */
const FILES_AT_ONCE = 8;

interface Change {
  readonly row: DoneRow;
  readonly intent: Intent;
}

/** Chooses the paths of files that are to be made. */
export function choosePaths(session: Session, rows: readonly DoneRow[], listing: Listing): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const rowsWithoutFile = rows.filter(({ id, file, wanted }) => id !== null && file === null && wanted !== null);
  if (rowsWithoutFile.length === 0) return paths;
  const nameOf = createFileNames([...listing.names, ...session.takenNames]);
  for (const { id, entry, wanted } of rowsWithoutFile) {
    const isFree = entry !== null && !session.takenNames.has(entry.path);
    paths.set(id!, isFree ? entry.path : `${nameOf(wanted!.note.title)}.md`);
  }
  return paths;
}

/** Writes and takes away files as the rows want it. Resolves with the ids of the files that were written. */
export async function changeFiles(
  session: Session,
  rows: readonly DoneRow[],
  {
    paths,
    links,
    outcome,
  }: {
    readonly paths: ReadonlyMap<string, string>;
    readonly links: LinkRound | null;
    readonly outcome: Outcome;
  },
): Promise<ReadonlySet<string>> {
  const changes = rows.flatMap((row) => changeOf(session, row, paths, links));
  if (changes.length > 0) await session.state.begin(changes.map(({ intent }) => intent));
  const writtenIds = new Set<string>();
  const change = async ({ row, intent }: Change) => {
    try {
      const isDone =
        intent.kind === "trash" ? await trashFile(session, row, intent) : await writeFile(session, row, intent, links);
      if (!isDone) outcome.isOpen = true;
      else {
        count(outcome, intent.kind === "trash" ? "trash-file" : row.act === "label" ? "label" : "write");
        if (intent.kind === "write") writtenIds.add(row.id!);
      }
    } catch (error) {
      if (codeOf(error) === "") throw error;
      outcome.failures.push({ place: placeOf(row), detail: `It cannot be written (${codeOf(error)}).` });
    }
  };
  await inParallel(changes, FILES_AT_ONCE, change);
  return writtenIds;
}

function changeOf(
  session: Session,
  row: DoneRow,
  paths: ReadonlyMap<string, string>,
  links: LinkRound | null,
): readonly Change[] {
  const { id, file, act, wanted } = row;
  if (id === null) return [];
  const aside = (folder: typeof UNDO | typeof TRASH) =>
    file === null ? null : asidePath(folder, { at: session.clock.now(), id, file: file.file }, session.newId());
  if (act === "trash-file") {
    const intent: Intent = { kind: "trash", path: file!.path, aside: aside(TRASH), file: file!.file, temporary: null };
    return [{ row, intent }];
  }
  const hasNewLinks = act !== "wait" && (links?.ofFiles.has(id) ?? false);
  if (wanted === null && !hasNewLinks && !(act === "label" && isQuiet(session, file!))) return [];
  const path = file?.path ?? paths.get(id);
  if (path === undefined) return [];
  const temporary = `${TEMPORARY}/${session.newId()}.md`;
  return [{ row, intent: { kind: "write", path, aside: aside(UNDO), file: file?.file ?? null, temporary } }];
}

/** Whether a file has rested for long enough to get its `knote` line. */
function isQuiet({ clock, options }: Session, { stat }: TextFile): boolean {
  return clock.now() - milliseconds(stat) >= options.labelAfterMs;
}

async function writeFile(session: Session, row: DoneRow, intent: Intent, links: LinkRound | null): Promise<boolean> {
  const { files, state } = session;
  const { id, file, wanted } = row;
  const { path } = intent;
  const text = file === null ? null : await files.read(path).catch(ignoreAbsence);
  if (file !== null && text === null) return false;
  // It changed since the look.
  if (text !== null && digestOfBytes(text) !== file!.file) return false;
  const note = wanted?.note ?? file!.note ?? noteIn(path, file!, text!);
  const fileLinks = links?.ofFiles.get(id!);
  const bytes = encode(
    editOwnFile(path, text === null ? null : decode(text), {
      ...note,
      id: id!,
      created_at: wanted?.created_at ?? "",
      isLinkWanted: (relation, { target, isRelative }) => fileLinks?.isLinkWanted(relation, target, isRelative) ?? true,
      addedLinks: fileLinks?.addedLinks ?? [],
    }),
  );
  const mode = file?.stat.mode;
  const isSame = text !== null && digestEquals(text, bytes);
  if (!isSame && (await replaceFile(files, intent, bytes, mode)) === "changed") {
    // A name that no listing shows is taken all the same.
    if (file === null) for (const name of [path, path.replace(/\.md$/, "")]) session.takenNames.add(name);
    return false;
  }
  const after = parseFile(path, await files.stat(path), bytes);
  if ("reason" in after) throw Object.assign(new Error(after.detail), { code: after.detail });
  if (after.noteDigest !== digestOfNote(note))
    throw Object.assign(new Error("no round trip"), { code: "a file with that name cannot say it" });
  const linkFile = links?.view.files.get(id!);
  const etag = wanted?.etag ?? state.entries.get(id!)!.etag;
  if (linkFile === undefined || wanted === null) recordPair(session, id!, after, etag);
  else {
    const textLinks = settledTextLinks(links!.view, linkFile, links!.unshownPairs);
    recordServerText(session, id!, after, { etag, textLinks });
  }
  return true;
}

/** Reads the note of a file that no look had to parse. */
function noteIn(path: string, { stat }: TextFile, bytes: Uint8Array): CanonicalNote {
  const file = parseFile(path, stat, bytes);
  if ("reason" in file) throw Object.assign(new Error(file.detail), { code: file.detail });
  return file.note!;
}

async function trashFile({ files, state }: Session, { id }: DoneRow, intent: Intent): Promise<boolean> {
  if ((await setAside(files, intent)) === "changed") return false;
  await files.flushFolder(TRASH);
  state.setEntry(id!, null);
  return true;
}

function digestEquals(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function ignoreAbsence(error: unknown): null {
  if (codeOf(error) !== "ENOENT") throw error;
  return null;
}
