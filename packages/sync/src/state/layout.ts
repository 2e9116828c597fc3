/** Where a sync keeps what it needs, inside the synced folder. */
export const HOME = ".knote";
export const STATE_FILE = `${HOME}/sync.json`;
export const JOURNAL_FILE = `${HOME}/journal.jsonl`;
export const LOCK_FILE = `${HOME}/lock`;
/** Files on their way into the folder. */
export const TEMPORARY = `${HOME}/tmp`;
/** What stood at a name before a sync wrote there, and what it took away: each for 30 days. */
export const UNDO = `${HOME}/undo`;
export const TRASH = `${HOME}/trash`;
export const IGNORE_FILE = ".knoteignore";

/** Returns the folder of a path; empty for the synced folder itself. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Returns a path within a folder, of which the empty text is the synced folder itself. */
export function within(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
