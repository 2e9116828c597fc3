import { codeOf, type FileSystem } from "../ports/file-system.ts";
import { digestOfBytes } from "../notes/canonical-note.ts";
import { asidePath } from "../state/set-aside.ts";
import { TEMPORARY, UNDO, within } from "../state/layout.ts";
import type { Intent } from "../state/state.ts";
import type { Session } from "../session.ts";
import { SyncError } from "../sync-error.ts";
import { type FileChange, putBack, setAside } from "./change-file.ts";

const FORBIDDEN = ["EACCES", "EPERM", "EROFS"];

/**
 * Finishes or takes back what an interrupted sync left half done. Every step can be repeated. Throws a `SyncError` when a
 * file cannot be read or written.
 */
export async function recover(session: Session): Promise<void> {
  const { files, state } = session;
  for (const intent of state.openIntents)
    try {
      await recoverIntent(session, intent);
    } catch (error) {
      const code = codeOf(error);
      if (!FORBIDDEN.includes(code)) throw error;
      const sentence = `A sync was interrupted while it wrote ${intent.path}, which cannot be finished now (${code}). Nothing is lost; sync again once the file can be read and written.`;
      throw new SyncError(sentence, { cause: error });
    }
  for (const { name, kind } of await files.list(TEMPORARY))
    if (kind === "file") await files.unlink(within(TEMPORARY, name));
}

async function recoverIntent(session: Session, intent: Intent): Promise<void> {
  const { files } = session;
  const [current, aside, temporary] = await Promise.all([
    readOrNull(files, intent.path),
    readOrNull(files, intent.aside),
    readOrNull(files, intent.temporary),
  ]);
  if (intent.kind === "trash") {
    if (aside && !current && digestOfBytes(aside) !== intent.file) await putBack(files, intent);
    return;
  }
  // Without hard links a crash can leave a part of the new bytes at the name.
  const isPart = current && temporary && current.length < temporary.length && isBeginning(current, temporary);
  const isFree = isPart ? (await setPartAside(session, intent.path, current)) === "done" : !current;
  // The new bytes lose their temporary name only once they have their own.
  if (aside && temporary && isFree) await putBack(files, intent);
}

/** Resolves with `changed` when somebody has written there meanwhile: that is an edit, and stays. */
async function setPartAside({ files, clock, newId }: Session, path: string, part: Uint8Array): Promise<FileChange> {
  const file = digestOfBytes(part);
  const aside = asidePath(UNDO, { at: clock.now(), id: null, file }, newId());
  return await setAside(files, { kind: "trash", path, aside, file, temporary: null });
}

async function readOrNull(files: FileSystem, path: string | null): Promise<Uint8Array | null> {
  if (path === null) return null;
  try {
    return await files.read(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function isBeginning(part: Uint8Array, whole: Uint8Array): boolean {
  return part.every((byte, index) => byte === whole[index]);
}
