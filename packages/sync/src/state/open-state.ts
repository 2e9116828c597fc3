import { codeOf, type FileSystem } from "../ports/file-system.ts";
import { SyncError } from "../sync-error.ts";
import type { Entry } from "../notes/entry.ts";
import type { SyncServer } from "../ports/sync-server.ts";
import { HOME, JOURNAL_FILE, STATE_FILE, TEMPORARY, TRASH, UNDO } from "./layout.ts";
import { FORMAT, type Creating, type Intent, type JournalLine, type LinkKey, type State } from "./state.ts";

/** Where a folder lies: a state that says something else is of no use. */
export interface Place {
  readonly machine: string;
  readonly place: string;
}

/** The state of a folder: changed in memory, remembered by lines of the journal, and written whole now and then. */
export interface OpenState {
  /** The service and its user. */
  readonly server: string;
  readonly folder: string;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly creating: ReadonlyMap<string, Creating>;
  readonly links: readonly LinkKey[];
  readonly headLinks: string;
  /** What an interrupted sync may have left half done. */
  readonly openIntents: readonly Intent[];
  /** Remembers a pair, or with null forgets it. */
  setEntry(id: string, entry: Entry | null): void;
  setCreating(path: string, creating: Creating | null): void;
  setLinks(links: readonly LinkKey[], headLinks: string): void;
  /** Brings intents to the disk before they are carried out, with everything remembered so far. */
  begin(intents: readonly Intent[]): Promise<void>;
  /** Brings what is remembered to the disk, when there is something. */
  save(): Promise<void>;
}

/** Makes a folder one that is synced. */
export async function initFolder(files: FileSystem): Promise<void> {
  await files.makeFolder(HOME);
  await createOnce(files, `${HOME}/.gitignore`, "*\n");
  for (const folder of [HOME, ""]) await files.flushFolder(folder);
}

/**
 * Opens the state of a folder. State that is missing, unreadable, of another machine or of another place counts as none:
 * then nothing is deleted. Throws a `SyncError` for the folder of another service or user.
 */
export async function openState(
  files: FileSystem,
  { identityFor }: Pick<SyncServer, "identityFor">,
  { machine, place, newId }: Place & { newId(): string },
): Promise<OpenState> {
  for (const folder of [TEMPORARY, UNDO, TRASH]) await files.makeFolder(folder);
  const earlier = await readState(files);
  const server = identityFor(earlier?.server ?? null);
  if (earlier !== null && earlier.server !== server)
    throw new SyncError(
      `The folder is synced with ${earlier.server}, not with ${server}. If the notes are the same ones under a new address, remove ${STATE_FILE}: files and notes then find each other again.`,
    );
  const isOurs = earlier?.machine === machine && earlier.place === place;
  const lines = isOurs ? await readJournal(files) : [];
  const entries = new Map(isOurs ? Object.entries(earlier.notes) : []);
  const creating = new Map(isOurs ? Object.entries(earlier.creating) : []);
  let headLinks = isOurs ? earlier.headLinks : "";
  for (const line of lines) {
    if ("entry" in line) putEntry(...line.entry);
    if ("creating" in line) setOrDelete(creating, ...line.creating);
  }
  const folder = isOurs ? earlier.folder : newId();
  let waitingLines: JournalLine[] = [];
  // A state that is of no use, or has a journal, is written anew before anything is done.
  let isDirty = !isOurs || lines.length > 0;
  let hasJournal = lines.length > 0;
  let links = isOurs ? earlier.links : [];

  function putEntry(id: string, entry: Entry | null): void {
    const { path, file } = entries.get(id) ?? {};
    // The links of a file follow from its bytes and path. A sync that ends before it has compared them leaves that over.
    if (path !== entry?.path || file !== entry?.file) headLinks = "";
    setOrDelete(entries, id, entry);
  }

  async function writeAll(): Promise<void> {
    // Until the journal is removed it is read after the state, so it must say what the state says.
    if (hasJournal && isOurs) await writeLines(true);
    waitingLines = [];
    if (!isOurs) await removeJournal();
    const whole: State = {
      ...{ format: FORMAT, server, machine, place, folder, links, headLinks },
      notes: Object.fromEntries(entries),
      creating: Object.fromEntries(creating),
    };
    const temporary = `${TEMPORARY}/${newId()}.json`;
    await files.create(temporary, encode(JSON.stringify(whole)));
    await files.rename(temporary, STATE_FILE);
    await files.flushFolder(HOME);
    await removeJournal();
    isDirty = false;
  }

  async function removeJournal(): Promise<void> {
    await files.unlink(JOURNAL_FILE).catch(ignoreAbsence);
    await files.flushFolder(HOME);
    hasJournal = false;
  }

  async function writeLines(flush: boolean): Promise<void> {
    if (waitingLines.length === 0) return;
    const bytes = encode(waitingLines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    waitingLines = [];
    hasJournal = true;
    await files.append(JOURNAL_FILE, bytes, flush);
  }

  return {
    ...{ server, folder, entries, creating },
    openIntents: lines.flatMap((line) => ("intent" in line ? [line.intent] : [])),
    get links() {
      return links;
    },
    get headLinks() {
      return headLinks;
    },
    setLinks(nextLinks, nextHeadLinks) {
      if (JSON.stringify([links, headLinks]) === JSON.stringify([nextLinks, nextHeadLinks])) return;
      [links, headLinks, isDirty] = [nextLinks, nextHeadLinks, true];
    },
    setEntry(id, entry) {
      putEntry(id, entry);
      waitingLines.push({ entry: [id, entry] });
    },
    setCreating(path, value) {
      setOrDelete(creating, path, value);
      waitingLines.push({ creating: [path, value] });
    },
    async begin(intents) {
      if (!isOurs && isDirty) await writeAll();
      waitingLines.push(...intents.map((intent) => ({ intent })));
      await writeLines(true);
    },
    async save() {
      if (isDirty || hasJournal || waitingLines.length > 0) await writeAll();
    },
  };
}

async function readState(files: FileSystem): Promise<State | null> {
  const value = parseJson(await readText(files, STATE_FILE));
  return isState(value) ? value : null;
}

/** Safe because only a sync writes this file, whole; one of another version has another format. */
function isState(value: unknown): value is State {
  return typeof value === "object" && value !== null && "format" in value && value.format === FORMAT;
}

async function readJournal(files: FileSystem): Promise<readonly JournalLine[]> {
  const lines: JournalLine[] = [];
  for (const text of (await readText(files, JOURNAL_FILE)).split("\n")) {
    if (text === "") continue;
    const line = parseJson(text);
    // A crash can cut the end off; what would follow was never carried out.
    if (line === undefined) break;
    lines.push(line as JournalLine);
  }
  return lines;
}

async function readText(files: FileSystem, path: string): Promise<string> {
  try {
    return new TextDecoder().decode(await files.read(path));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  }
}

async function createOnce(files: FileSystem, path: string, text: string): Promise<void> {
  try {
    await files.create(path, encode(text));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function setOrDelete<Value>(map: Map<string, Value>, key: string, value: Value | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}

function ignoreAbsence(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
