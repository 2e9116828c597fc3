import { codeOf, type FileSystem } from "../ports/file-system.ts";
import { digestOfBytes } from "../notes/canonical-note.ts";
import { folderOf } from "../state/layout.ts";
import type { Intent } from "../state/state.ts";

/** Codes of file systems without hard links. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

export type FileChange = "done" | "changed";

/**
 * Puts new bytes at a path where the file with the intent's digest stands, or none. What stood there goes to a fresh
 * name, and the new bytes come only onto a free one: whatever happens in between, no byte is lost. Resolves with
 * `changed` when something else stands there; then it stays.
 */
export async function replaceFile(
  files: FileSystem,
  intent: Intent,
  bytes: Uint8Array,
  mode?: number,
): Promise<FileChange> {
  const temporary = intent.temporary!;
  try {
    await files.create(temporary, bytes, mode);
    if (intent.aside !== null && (await setAside(files, intent)) === "changed") return "changed";
    return await putOnto(files, intent, bytes, mode);
  } finally {
    await files.unlink(temporary).catch(ignoreAbsence);
  }
}

/** Takes the file with the intent's digest away, to a fresh name. */
export async function setAside(files: FileSystem, intent: Intent): Promise<FileChange> {
  const { path, aside, file } = intent;
  try {
    await files.rename(path, aside!);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "changed";
    throw error;
  }
  if (digestOfBytes(await files.read(aside!)) === file) return "done";
  await putBack(files, intent);
  return "changed";
}

/** Gives a file that was set aside its name back, unless something has it. Then it stays, and is looked at as an edit. */
export async function putBack(files: FileSystem, { path, aside }: Intent): Promise<void> {
  try {
    await linkOrCopy(files, aside!, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    throw error;
  }
  await files.unlink(aside!);
  await files.flushFolder(folderOf(path));
}

async function putOnto(files: FileSystem, intent: Intent, bytes: Uint8Array, mode?: number): Promise<FileChange> {
  const { path, aside, temporary } = intent;
  try {
    await files.makeFolder(folderOf(path));
    await linkOrCopy(files, temporary!, path, { bytes, ...(mode !== undefined && { mode }) });
  } catch (error) {
    if (codeOf(error) === "EEXIST") return "changed";
    if (aside !== null) await putBack(files, intent);
    throw error;
  }
  await files.flushFolder(folderOf(path));
  if (aside !== null) await files.flushFolder(folderOf(aside));
  return "done";
}

/** Gives a file a second name; where there are no hard links, writes its bytes under a name that must be free. */
async function linkOrCopy(
  files: FileSystem,
  from: string,
  to: string,
  copy?: { readonly bytes: Uint8Array; readonly mode?: number },
): Promise<void> {
  try {
    await files.link(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error))) throw error;
    const bytes = copy?.bytes ?? (await files.read(from));
    try {
      await files.create(to, bytes, copy?.mode);
    } catch (failure) {
      // A part of it must not look like an edit.
      if (codeOf(failure) !== "EEXIST") await files.unlink(to).catch(ignoreAbsence);
      throw failure;
    }
  }
}

function ignoreAbsence(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}
