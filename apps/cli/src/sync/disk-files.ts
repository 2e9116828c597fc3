import { constants } from "node:fs";
import { link, lstat, mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf, type FileKind, type FileSystem } from "@knote/sync";
import { lockFile } from "@knote/storage-sqlite/lock-file";
import { CliError } from "../cli-error.ts";

/** Another sync may be ending. */
const LOCK_PATIENCE_MS = 100;
const PERMISSIONS = 0o777;
/** Codes of systems and disks that cannot bring a folder itself to the disk. */
const NO_FOLDER_FLUSH = ["EINVAL", "EISDIR", "EPERM", "EACCES", "ENOTSUP", "EBADF"];

/** Codes of disks without permissions, or with those of the whole disk alone. */
const NO_MODES = ["ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EPERM"];

/** A folder on a disk. */
export function diskFiles(root: string): FileSystem {
  const at = (path: string) => (path === "" ? root : join(root, ...path.split("/")));
  /** Returns where a name of the folder is; rejects when a link leads there, to files that are not the folder's. */
  const within = async (path: string) => {
    for (let end = path.indexOf("/"); end > 0; end = path.indexOf("/", end + 1)) {
      const isLink = await lstat(at(path.slice(0, end))).then((entry) => entry.isSymbolicLink(), isNotThere);
      if (isLink) throw Object.assign(new Error(`${path} lies behind a link.`), { code: "ELOOP" });
    }
    return at(path);
  };
  return {
    async list(folder) {
      const items = await readdir(at(folder), { withFileTypes: true });
      return items.map((item) => ({ name: item.name, kind: kindOf(item) }));
    },
    async stat(path) {
      const entry = await lstat(at(path), { bigint: true });
      return {
        kind: kindOf(entry),
        size: Number(entry.size),
        modifiedNs: String(entry.mtimeNs),
        device: String(entry.dev),
        inode: String(entry.ino),
        mode: Number(entry.mode) & PERMISSIONS,
      };
    },
    async read(path) {
      // A link can have taken the file's place since it was listed; Windows does not know the flags.
      const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
      await using file = await open(at(path), flags);
      return await file.readFile();
    },
    async create(path, bytes, mode) {
      await using file = await open(await within(path), "wx", mode);
      // The process's mask has no say about the mode of a file that there was.
      if (mode !== undefined) await file.chmod(mode).catch(unlessWithoutModes);
      await file.writeFile(bytes);
      await file.sync();
    },
    async append(path, bytes, flush) {
      await using file = await open(at(path), "a");
      const isNew = flush && (await file.stat()).size === 0;
      await file.writeFile(bytes);
      if (flush) await file.datasync();
      if (isNew) await flushFolder(dirname(at(path)));
    },
    rename: async (from, to) => rename(await within(from), await within(to)),
    async link(from, to) {
      try {
        await link(await within(from), await within(to));
      } catch (error) {
        throw codeOf(error) === "EISDIR" ? withoutLinks(error) : error;
      }
    },
    unlink: async (path) => unlink(await within(path)),
    async makeFolder(path) {
      const first = await mkdir(await within(`${path}/`), { recursive: true });
      if (first !== undefined) await flushFolder(dirname(first));
    },
    flushFolder: (path) => flushFolder(at(path)),
    lock: async (path) => takeLock(at(path)),
  };
}

function isNotThere(error: unknown): false {
  if (codeOf(error) !== "ENOENT") throw error;
  return false;
}

function unlessWithoutModes(error: unknown): void {
  if (!NO_MODES.includes(codeOf(error))) throw error;
}

interface Kinds {
  isFile(): boolean;
  isDirectory(): boolean;
}

function kindOf(entry: Kinds): FileKind {
  if (entry.isFile()) return "file";
  return entry.isDirectory() ? "folder" : "other";
}

async function flushFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path, "r");
    await folder.sync();
  } catch (error) {
    if (!NO_FOLDER_FLUSH.includes(codeOf(error))) throw error;
  }
}

function takeLock(path: string): (() => Promise<void>) | null {
  try {
    const lock = lockFile(path, LOCK_PATIENCE_MS);
    return lock && (async () => lock.release());
  } catch (error) {
    throw new CliError(
      `The lock ${path} cannot be used. It holds no notes: end every sync of this folder, remove it and try again.`,
      { cause: error },
    );
  }
}

/** Windows says EISDIR for disks without hard links. */
function withoutLinks(cause: unknown): Error {
  return Object.assign(new Error("The disk has no hard links.", { cause }), { code: "ENOTSUP" });
}
