import type { BigIntStats, Dirent } from "node:fs";
import { link, lstat, mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { uptime } from "node:os";
import { join } from "node:path";
import { codeOf, type FileKind, type FileSystem } from "@knote/sync";

/** A folder of this machine. */
export function nodeFileSystem(root: string): FileSystem {
  const at = (path: string) => join(root, path);
  return {
    async list(folder) {
      const items = await readdir(at(folder), { withFileTypes: true });
      return items.map((item) => ({ name: item.name, kind: kindOf(item) }));
    },
    async stat(path) {
      const stat = await lstat(at(path), { bigint: true });
      return {
        kind: kindOf(stat),
        size: Number(stat.size),
        modifiedNs: String(stat.mtimeNs),
        device: String(stat.dev),
        inode: String(stat.ino),
        mode: Number(stat.mode & 0o7777n),
      };
    },
    read: (path) => readFile(at(path)),
    create: (path, bytes, mode) => writeTo(at(path), "wx", { bytes, mode, isFlushed: true }),
    append: (path, bytes, isFlushed) => writeTo(at(path), "a", { bytes, isFlushed }),
    rename: (from, to) => rename(at(from), at(to)),
    link: (from, to) => link(at(from), at(to)),
    unlink: (path) => unlink(at(path)),
    async makeFolder(path) {
      await mkdir(at(path), { recursive: true });
    },
    flushFolder: (path) => flushFolder(at(path)),
    lock: (path) => lockFile(at(path)),
  };
}

async function writeTo(
  path: string,
  flags: "wx" | "a",
  {
    bytes,
    mode,
    isFlushed,
  }: { readonly bytes: Uint8Array; readonly mode?: number | undefined; readonly isFlushed: boolean },
): Promise<void> {
  const file = await open(path, flags, mode);
  try {
    await file.writeFile(bytes);
    if (isFlushed) await file.sync();
  } finally {
    await file.close();
  }
}

/** Windows does not open folders; its file systems bring names to the disk by themselves. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } catch (error) {
    // Some network file systems cannot.
    if (!["EINVAL", "ENOTSUP", "EPERM"].includes(codeOf(error))) throw error;
  } finally {
    await folder.close();
  }
}

async function lockFile(path: string): Promise<(() => Promise<void>) | null> {
  for (const isLast of [false, true]) {
    try {
      await writeTo(path, "wx", { bytes: Buffer.from(String(process.pid)), isFlushed: false });
      return async () => await unlink(path).catch(ignoreAbsence);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      if (isLast || (await isHeld(path))) return null;
      await unlink(path).catch(ignoreAbsence);
    }
  }
  return null;
}

/** Whether the process that wrote a lock still runs; one from before the machine started does not. */
async function isHeld(path: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, "utf8"), lstat(path)]);
    if (mtimeMs < Date.now() - uptime() * 1_000) return false;
    process.kill(Number(text), 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function kindOf(item: Dirent | BigIntStats): FileKind {
  if (item.isFile()) return "file";
  return item.isDirectory() ? "folder" : "other";
}

function ignoreAbsence(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}
