import ignore from "ignore";
import { codeOf, type FileStat, type FileSystem } from "../ports/file-system.ts";
import { HOME, IGNORE_FILE, within } from "../state/layout.ts";
import { SyncError } from "../sync-error.ts";

/** Why a file is left alone until a later look. */
export type HoldReason =
  | "empty"
  | "encoding"
  | "front-matter"
  | "refused"
  | "too-large"
  /** It was written a moment ago. */
  | "fresh"
  | "changing"
  | "placeholder"
  | "other-disk"
  | "unreadable"
  | "no-file"
  | "ignored"
  /** Another file that says it is the same note is held. */
  | "copy";

export interface Hold {
  readonly path: string;
  readonly reason: HoldReason;
  /** A sentence for people. */
  readonly detail: string;
  readonly inode?: string;
  /** The note that it seems to be, as far as that can be read. */
  readonly id?: string;
}

export interface ListedFile {
  readonly path: string;
  readonly stat: FileStat;
}

export interface Listing {
  /** Markdown files, in the order of their paths. */
  readonly files: readonly ListedFile[];
  readonly holds: readonly Hold[];
  /** Folders that could not be listed: anything can lie there. */
  readonly unreadableFolders: readonly string[];
  /** All names of the folder without extension, of which a new file must not have one. */
  readonly names: ReadonlySet<string>;
  isIgnored(path: string): boolean;
}

const MARKDOWN = /\.(?:md|markdown)$/i;
/** What programs leave beside a file while they write it. */
const PASSING_NAME = /^\.|~$|^~\$|\.tmp$/i;
const PLACEHOLDER = /^\.(.+)\.icloud$/;

/** Lists a synced folder. Throws a `SyncError` when it is none, or cannot be listed. */
export async function listFiles(files: FileSystem): Promise<Listing> {
  const isIgnored = await readIgnoreFile(files);
  const listing = {
    files: [] as ListedFile[],
    holds: [] as Hold[],
    unreadableFolders: [] as string[],
    names: new Set<string>(),
    isIgnored,
  };
  const waitingFolders = [""];
  const disk = (await files.stat(HOME).catch(notSynced)).device;
  for (let folder = waitingFolders.pop(); folder !== undefined; folder = waitingFolders.pop()) {
    const items = await files.list(folder).catch((error: unknown) => {
      if (folder === "") throw new SyncError(`The folder cannot be listed (${codeOf(error)}).`);
      return null;
    });
    if (items === null) {
      listing.unreadableFolders.push(folder);
      listing.holds.push({ path: folder, reason: "unreadable", detail: "The folder cannot be listed." });
      continue;
    }
    // An unmounted folder is empty: then nothing was deleted.
    if (folder === "" && !items.some(({ name }) => name === HOME)) notSynced();
    const paths: string[] = [];
    for (const { name, kind } of items) {
      const path = within(folder, name);
      listing.names.add(name.replace(MARKDOWN, ""));
      const placeholder = PLACEHOLDER.exec(name)?.[1];
      if (placeholder !== undefined)
        listing.holds.push(hold(within(folder, placeholder), "placeholder", "Its text is in a cloud."));
      else if (PASSING_NAME.test(name)) continue;
      else if (kind === "folder") {
        if (!isIgnored(`${path}/`)) waitingFolders.push(path);
        else listing.holds.push(hold(path, "ignored", `${IGNORE_FILE} names it.`));
      } else if (!MARKDOWN.test(name)) continue;
      else if (isIgnored(path)) listing.holds.push(hold(path, "ignored", `${IGNORE_FILE} names it.`));
      else if (kind === "other") listing.holds.push(hold(path, "no-file", "It is a link or a device."));
      else paths.push(path);
    }
    // At once: one after the other, the stats of 10,000 files are most of a sync that has nothing to do.
    for (const found of await Promise.all(paths.map((path) => lookAt(files, path, disk))))
      if ("reason" in found) listing.holds.push(found);
      else listing.files.push(found);
  }
  listing.files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return listing;
}

async function lookAt(files: FileSystem, path: string, disk: string): Promise<ListedFile | Hold> {
  const stat = await files.stat(path).catch((error: unknown) => codeOf(error));
  // A file that went away between two steps is held: the next look tells whether it was moved or deleted.
  if (typeof stat === "string") return hold(path, "changing", `It cannot be looked at (${stat}).`);
  if (stat.device !== disk) return hold(path, "other-disk", "It lies on another disk than the folder itself.", stat);
  return stat.size === 0 ? hold(path, "empty", "It is empty.", stat) : { path, stat };
}

export function hold(path: string, reason: HoldReason, detail: string, stat?: FileStat): Hold {
  return { path, reason, detail, ...(stat && { inode: stat.inode }) };
}

async function readIgnoreFile(files: FileSystem): Promise<(path: string) => boolean> {
  try {
    const rules = ignore().add(new TextDecoder().decode(await files.read(IGNORE_FILE)));
    return (path) => rules.ignores(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return () => false;
    throw new SyncError(`${IGNORE_FILE} cannot be read (${codeOf(error)}), so nothing is synced.`);
  }
}

function notSynced(): never {
  throw new SyncError(`The folder has no ${HOME}: it is not synced yet, or its disk is away.`);
}
