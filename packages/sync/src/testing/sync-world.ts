import { createIdSource, testClock, testServices, testUser, type TestUser } from "@knote/testkit";
import { deepStrictEqual, match, ok } from "node:assert/strict";
import { type OwnFile, readOwnFile } from "@knote/formats";
import { unshownLinks, viewLinks } from "../acts/plan-links.ts";
import { referencesOf } from "../look/read-file.ts";
import { canonicalNote } from "../notes/canonical-note.ts";
import { HOME, IGNORE_FILE, JOURNAL_FILE, STATE_FILE, TEMPORARY, TRASH, UNDO } from "../state/layout.ts";
import type { State } from "../state/state.ts";
import { initFolder } from "../state/open-state.ts";
import { openSyncFolder, type SyncResult } from "../sync-once.ts";
import { SyncError } from "../sync-error.ts";
import type { Fault, History } from "./any-history.ts";
import { doDeed } from "./deeds.ts";
import { memoryFiles, type MemoryFiles } from "./memory-files.ts";
import { serviceServer } from "./service-server.ts";
import { someSyncOptions } from "./sync-test.ts";
import type { World } from "./world.ts";

interface WorldFolder {
  readonly name: string;
  readonly files: MemoryFiles;
  readonly server: ReturnType<typeof serviceServer>;
  /** Changes of the synced files by the sync. */
  writes: number;
}

/** The process of the sync has ended; nothing that it still does has an effect. */
class KillSignal extends Error {}
class NoAnswer extends Error {}

const NO_LINKS = {
  ...{ makesTextLinks: false, isServerText: false, textLinks: {}, notLinked: [] },
  ...{ isUnknown: false, isWritable: false },
};
const REMOVALS = new Set(["rename", "unlink"]);
/** Calls that change what stands at a name. */
const WRITES = new Set([...REMOVALS, "create", "link"]);
const WORD = /\bw\d+w\b/g;
/** More notes, links or revisions than any history has. */
const ALL = 10_000;
/** Far more steps than any sync needs. */
const ENDLESS = 20_000;

/** Services that make the same ids each time, so that a history always goes the same way. */
function someServices() {
  const clock = testClock();
  const newId = createIdSource(clock.now);
  let ids = 0;
  // An import gives an id another time, so its end must be its own.
  return testServices({ clock, newId: () => `${newId().slice(0, 18)}-8000-${String(++ids).padStart(12, "0")}` });
}

/** A service, folders that are synced with it, and all that happens to them. */
export class SyncWorld implements World {
  readonly services = someServices();
  readonly user: TestUser = testUser(this.services);
  readonly folders: WorldFolder[] = [];
  /** Words that stood in a file when a sync moved it. */
  readonly #words = new Set<string>();
  readonly #forgiven = new Set<string>();
  /** What files say, by path and text: reading them takes longer than comparing them. */
  readonly #ownFiles = new Map<string, OwnFile | null>();
  #nextWord = 0;
  #nextId = 0;
  #steps = 0;
  #faults: readonly Fault[] = [];
  #isKilled = false;
  #later: { at: number; work: () => void }[] = [];

  static async create(history: Pick<History, "folders" | "isFolding" | "hasHardLinks">): Promise<SyncWorld> {
    const world = new SyncWorld();
    for (let index = 0; index < history.folders; index++) await world.#addFolder(`f${index}`, history);
    return world;
  }

  word(): string {
    return `w${this.#nextWord++}w`;
  }

  /** Does something some steps later. */
  later(steps: number, work: () => void): void {
    this.#later.push({ at: this.#steps + steps, work });
  }

  /** Words of a note that somebody purges may be gone. */
  async forgive(id: string): Promise<void> {
    for (const { title, content } of await this.#revisions(id))
      for (const word of `${title} ${content}`.match(WORD) ?? []) this.#forgiven.add(word);
  }

  async run({ steps }: History): Promise<void> {
    for (const one of steps) {
      if (one.step === "deed") await doDeed(this, one.deed);
      else {
        this.services.clock.advance(one.pause);
        await this.sync(one.folder, one.faults);
      }
    }
  }

  /** Runs a sync, and everything that happens in between. Resolves with null when it was interrupted. */
  async sync(folderIndex: number, faults: readonly Fault[] = []): Promise<SyncResult | null> {
    const folder = this.folders[folderIndex % this.folders.length]!;
    [this.#steps, this.#faults, this.#isKilled] = [0, faults, false];
    const logBefore = folder.server.log.length;
    const { people } = folder.files;
    const ignoredFolders = people.text(IGNORE_FILE)?.split("\n") ?? [];
    const wasReadable = people.unreadableFolders().every((path) => ignoredFolders.includes(`${path}/`));
    try {
      const open = await openSyncFolder(this.#portsOf(folder), someSyncOptions(folder.name));
      try {
        return await open.sync();
      } finally {
        await open.close();
      }
    } catch (error) {
      const isExpected =
        error instanceof KillSignal || error instanceof NoAnswer || error instanceof SyncError || isFull(error);
      if (!isExpected) throw error;
      const kill = faults.find((one) => one.fault === "kill");
      if (this.#isKilled && kill?.fault === "kill") folder.files.crash(kill.isPowerCut, kill.lostNames);
      return null;
    } finally {
      const changes = folder.server.log.slice(logBefore);
      for (const { method, ifMatch } of changes)
        if (method === "PUT" || method === "DELETE") match(ifMatch ?? "", /^"\d+\.\d+"$/);
      if (!wasReadable && faults.every(({ fault }) => fault !== "deed"))
        deepStrictEqual(
          changes.filter(({ method }) => method === "DELETE"),
          [],
        );
      this.#runLater(true);
    }
  }

  /** How many steps the last sync took. */
  get steps(): number {
    return this.#steps;
  }

  /** Ends all troubles, so that everything can become alike; returns whether a file had to be written anew. */
  settle(): boolean {
    let isChanged = false;
    this.#runLater(true);
    for (const { files } of this.folders) {
      files.failWrites(null);
      for (const folder of ["sub", "moved"]) files.people.setUnreadable(folder, false);
      files.people.remove(".knoteignore");
      for (const [path, text] of this.#textsOf(files)) {
        if (this.#isReadable(path, text)) continue;
        for (const word of text.match(WORD) ?? []) this.#forgiven.add(word);
        files.people.writeInPlace(path, `${this.word()}\n`);
        isChanged = true;
      }
    }
    this.services.clock.advance(10_000);
    return isChanged;
  }

  /** Everything that must hold when edits have ended. */
  async check(): Promise<void> {
    await this.#checkWords({ countsAside: true });
    // What one folder sends can wake what waited in another, such as a link to a note that came back.
    let most = 1 + this.folders.length;
    for (let round = 0; ; round++) {
      // A sync can put a file back that nobody can read, which a killed one had set aside.
      if (this.settle() && round > 0) most++;
      if (await this.#isQuietRound()) break;
      ok(round < most, "The folders do not come to rest.");
    }
    for (const folder of this.folders) await this.#checkAlike(folder);
    await this.#checkWords({ countsAside: false });
  }

  /** Syncs every folder once, and returns whether there was nothing left to do. */
  async #isQuietRound(): Promise<boolean> {
    let isQuiet = true;
    const linksBefore = await this.#links();
    for (const [index, folder] of this.folders.entries()) {
      const [logLength, writes] = [folder.server.log.length, folder.writes];
      this.services.clock.advance(10_000);
      const result = await this.sync(index);
      const requests = folder.server.log.slice(logLength).filter(({ method }) => method !== "LINK");
      isQuiet &&= requests.length === 0 && folder.writes === writes;
      if (isQuiet) deepStrictEqual(result!.guards, []);
    }
    return isQuiet && JSON.stringify(linksBefore) === JSON.stringify(await this.#links());
  }

  // Read from the store: calls of the service take most of the time of a history.
  async #links() {
    return (await this.services.storage.links.list(this.user.actor.userId, { limit: ALL })).links;
  }

  async #notes() {
    return await this.services.storage.notes.list(this.user.actor.userId, {}, { limit: ALL });
  }

  async #revisions(id: string) {
    return await this.services.storage.notes.history(this.user.actor.userId, id, { limit: ALL });
  }

  async #checkAlike({ files }: WorldFolder): Promise<void> {
    const notes = await this.#notes();
    const texts = this.#textsOf(files).map(([path, text]) => ({ path, own: this.#read(path, text)! }));
    const inFiles = texts.map(({ own }) => [own.id, canonicalNote(own)] as const);
    const onServer = notes.map(({ id, title, content, note_type, tags, importance, archived }) => [
      id,
      { title, content, note_type, tags, importance, archived },
    ]);
    const links = await this.#links();
    // Earlier names of files go on resolving.
    const state = JSON.parse(files.people.text(STATE_FILE) ?? "{}") as Partial<State>;
    const view = viewLinks(
      texts.map(({ path, own }) => {
        const references = referencesOf(own);
        return {
          ...NO_LINKS,
          was: state.notes?.[own.id ?? ""]?.was ?? [],
          id: own.id ?? path,
          path,
          references,
          nextTextLinks: references.filter(({ relation }) => relation === null),
        };
      }),
    );
    const plainLinks = links.map(({ source_id, target_id, relation }) => ({
      ...{ source: source_id, target: target_id, relation },
    }));
    deepStrictEqual(
      [...unshownLinks(view, plainLinks)].map(({ link }) => link),
      [],
    );
    const byId = (one: readonly unknown[], other: readonly unknown[]) => (String(one[0]) < String(other[0]) ? -1 : 1);
    deepStrictEqual(
      inFiles.map(([id, note]) => [id, typeof note === "string" ? note : pickFields(note)]).toSorted(byId),
      onServer.toSorted(byId),
    );
  }

  /**
   * Every word that stood in a file when a sync moved it, or in any revision, stands somewhere. What was set aside
   * counts until a later sync has looked at it: by then its text stands where people see it, too.
   */
  async #checkWords({ countsAside }: { readonly countsAside: boolean }): Promise<void> {
    const places: string[] = [];
    for (const { files } of this.folders) {
      for (const [, text] of this.#textsOf(files)) places.push(text);
      if (countsAside)
        for (const path of files.people.paths())
          if (path.startsWith(`${UNDO}/`) || path.startsWith(`${TRASH}/`)) places.push(files.people.text(path)!);
    }
    const { userId } = this.user.actor;
    const trash = await this.services.storage.notes.trash(userId, { limit: ALL });
    for (const { id } of trash) await this.services.storage.notes.restore(userId, id, () => []);
    for (const { id } of await this.#notes())
      for (const { title, content } of await this.#revisions(id)) places.push(`${title} ${content}`);
    for (const { id, deleted_at } of trash) await this.services.storage.notes.delete(userId, id, deleted_at, []);
    const standing = new Set(places.flatMap((text) => text.match(WORD) ?? []));
    deepStrictEqual(
      [...this.#words].filter((word) => !standing.has(word) && !this.#forgiven.has(word)),
      [],
    );
  }

  async #addFolder(name: string, { isFolding, hasHardLinks }: Pick<History, "isFolding" | "hasHardLinks">) {
    const now = () => this.services.clock.now();
    const files = memoryFiles({
      ...{ now, isFolding, hasHardLinks },
      beforeCall: (call, path, target = "") => {
        const step = this.#nextStep();
        if (!WRITES.has(call)) return step;
        const noteWrite = () => {
          // What stands at a name that a sync changes, moves, replaces or removes.
          for (const one of [path, target])
            if (REMOVALS.has(call) && !isOwnFile(one))
              for (const word of files.people.text(one)?.match(WORD) ?? []) this.#words.add(word);
          if (!path.startsWith(HOME)) folder.writes++;
        };
        return step === undefined ? noteWrite() : step.then(noteWrite);
      },
      onOverwrite: (text) => {
        for (const word of text.match(WORD) ?? []) this.#words.delete(word);
      },
    });
    const server = serviceServer(this.user, {
      beforeCall: () => {
        const step = this.#nextStep();
        const failIfLost = () => {
          if (this.#has("request fails")) throw new NoAnswer();
        };
        return step === undefined ? failIfLost() : step.then(failIfLost);
      },
      afterCall: () => {
        if (this.#has("answer is lost")) throw new NoAnswer();
      },
    });
    const folder: WorldFolder = { name, files, server, writes: 0 };
    this.folders.push(folder);
    await initFolder(files);
  }

  #portsOf({ files, server }: WorldFolder) {
    const clock = {
      now: () => this.services.clock.now(),
      wait: async (milliseconds: number) => {
        await this.#nextStep();
        this.services.clock.advance(milliseconds);
      },
    };
    return { files, server, clock, newId: () => `n${this.#nextId++}` };
  }

  #has(fault: Fault["fault"]): boolean {
    return this.#faults.some((one) => one.fault === fault && one.step === this.#steps);
  }

  /** Waits only where something happens at this step: most of the time of a history would go by with waiting. */
  #nextStep(): void | Promise<void> {
    if (this.#isKilled) throw new KillSignal();
    this.#steps++;
    if (this.#steps > ENDLESS) throw new Error("The sync does not end.");
    this.services.clock.advance(1);
    this.#runLater(false);
    const faults = this.#faults.filter(({ step }) => step === this.#steps);
    return faults.length > 0 ? this.#meet(faults) : undefined;
  }

  async #meet(faults: readonly Fault[]): Promise<void> {
    for (const fault of faults) {
      if (fault.fault === "deed") await doDeed(this, fault.deed);
      if (fault.fault === "kill") {
        this.#isKilled = true;
        throw new KillSignal();
      }
    }
  }

  #runLater(isEnd: boolean): void {
    if (this.#later.length === 0) return;
    const due = this.#later.filter(({ at }) => isEnd || at <= this.#steps);
    this.#later = this.#later.filter((one) => !due.includes(one));
    for (const { work } of due) work();
  }

  #textsOf({ people }: MemoryFiles): [string, string][] {
    return people
      .paths()
      .flatMap((path) => (path.startsWith(".") ? [] : [[path, people.text(path)!] as [string, string]]));
  }

  /** Returns what a file says; null for one that says nothing that can be read. */
  #read(path: string, text: string): OwnFile | null {
    const key = `${path}\n${text}`;
    let own = this.#ownFiles.get(key);
    if (own === undefined) {
      try {
        own = readOwnFile(path, text);
      } catch {
        own = null;
      }
      this.#ownFiles.set(key, own);
    }
    return own;
  }

  #isReadable(path: string, text: string): boolean {
    const own = this.#read(path, text);
    return own !== null && typeof canonicalNote(own) !== "string";
  }
}

/** Whether a file is the sync's own: its state has digests, which can look like words. */
function isOwnFile(path: string): boolean {
  return path.startsWith(TEMPORARY) || path === STATE_FILE || path === JOURNAL_FILE;
}

function pickFields({
  title,
  content,
  note_type,
  tags,
  importance,
  archived,
}: Exclude<ReturnType<typeof canonicalNote>, string>) {
  return { title, content, note_type, tags, importance, archived };
}

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOSPC";
}
