/** A file that was dropped or chosen. */
export interface PickedFile {
  /** From the root of what was picked, with slashes. */
  readonly path: string;
  readonly file: File;
}

/** What was dropped or chosen together. */
export interface FileSelection {
  readonly name: string;
  /** Whether it is a folder, or several of them; else the files stand alone. */
  readonly isFolder: boolean;
  readonly files: readonly PickedFile[];
  readonly hiddenFolders: readonly string[];
  /** Paths that could not be read. */
  readonly unreadable: readonly string[];
}

const SEVERAL = "several";

/** Takes the files of an input, which have paths if a folder was chosen. */
export function pickFromInput(list: Iterable<File>): FileSelection {
  const files = [...list];
  const isFolder = files.some(({ webkitRelativePath }) => webkitRelativePath !== "");
  if (!isFolder) return pickFiles(files.map((file) => ({ path: file.name, file })));
  const root = files[0]!.webkitRelativePath.split("/", 1)[0]!;
  const below = files.map((file) => ({ path: file.webkitRelativePath.slice(root.length + 1), file }));
  const hiddenFolders = below.flatMap(({ path }) => hiddenFolderOf(path) ?? []);
  return {
    name: root,
    isFolder: true,
    files: inOrder(below.filter(({ path }) => hiddenFolderOf(path) === null)),
    hiddenFolders: [...new Set(hiddenFolders)],
    unreadable: [],
  };
}

/** Takes what was dropped. Must be called during the event, as the browser forgets the entries after it. */
export async function pickFromDrop({ items }: Pick<DataTransfer, "items">): Promise<FileSelection> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const folders = entries.filter((entry): entry is FileSystemDirectoryEntry => entry.isDirectory);
  const listing: Listing = { files: [], hiddenFolders: new Set(), unreadable: [] };
  for (const entry of entries) if (entry.isFile) await addFile(entry as FileSystemFileEntry, entry.name, listing);
  if (folders.length === 0) return { ...pickFiles(listing.files), unreadable: listing.unreadable };
  const isOne = entries.length === 1;
  for (const folder of folders) await addFolder(folder, isOne ? "" : `${folder.name}/`, listing);
  return {
    name: isOne ? folders[0]!.name : SEVERAL,
    isFolder: true,
    files: inOrder(listing.files),
    hiddenFolders: [...listing.hiddenFolders],
    unreadable: listing.unreadable,
  };
}

interface Listing {
  readonly files: PickedFile[];
  readonly hiddenFolders: Set<string>;
  readonly unreadable: string[];
}

function pickFiles(files: readonly PickedFile[]): FileSelection {
  const [first] = files;
  const name = files.length === 1 ? first!.path.replace(/\.[^.]+$/, "") : SEVERAL;
  return { name, isFolder: false, files: inOrder(files), hiddenFolders: [], unreadable: [] };
}

async function addFolder(root: FileSystemDirectoryEntry, prefix: string, listing: Listing): Promise<void> {
  const waiting = [{ folder: root, path: prefix }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = await entriesOf(next.folder).catch(() => null);
    if (entries === null) listing.unreadable.push(next.path === "" ? root.name : next.path);
    for (const entry of entries ?? []) {
      const path = next.path + entry.name;
      if (entry.isFile) await addFile(entry as FileSystemFileEntry, path, listing);
      else if (entry.name.startsWith(".")) listing.hiddenFolders.add(entry.name);
      else waiting.push({ folder: entry as FileSystemDirectoryEntry, path: `${path}/` });
    }
  }
}

async function addFile(entry: FileSystemFileEntry, path: string, listing: Listing): Promise<void> {
  try {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    listing.files.push({ path, file });
  } catch {
    listing.unreadable.push(path);
  }
}

/** Browsers list a folder in parts, the last of which is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}

function hiddenFolderOf(path: string): string | null {
  return (
    path
      .split("/")
      .slice(0, -1)
      .find((name) => name.startsWith(".")) ?? null
  );
}

function inOrder(files: readonly PickedFile[]): PickedFile[] {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
