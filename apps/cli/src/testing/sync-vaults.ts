import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createHttpApp } from "@knote/rest";
import type { Clock } from "@knote/sync";
import { type Api, apiOf, startTestServer, type TestServer, testServices } from "@knote/testkit";
import { type RunDeps, type RunOptions, showStatus, syncFolder } from "../sync/run-sync.ts";
import { tempFolder } from "./temp-folder.ts";

/** What a run printed, and its exit code. */
export interface Run {
  readonly code: number;
  readonly text: string;
}

export interface TestVault {
  readonly path: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** The texts of all files but those of `.knote`. */
  texts(): Promise<Record<string, string>>;
  sync(options?: Partial<RunOptions>): Promise<Run>;
  status(): Promise<Run>;
}

export interface SyncVaults extends AsyncDisposable {
  readonly server: TestServer;
  readonly api: Api;
  readonly token: string;
  /** Creates a folder of this name. */
  vault(name?: string): Promise<TestVault>;
  deps(print?: (text: string) => void): RunDeps;
}

/** Starts a service in this process, for folders on the disk that are synced with it. */
export async function syncVaults(sub = "ada"): Promise<SyncVaults> {
  const server = await startTestServer(testServices(), createHttpApp);
  const folder = await tempFolder();
  const token = await server.token(sub);
  const clock = patientClock();
  const deps = (print: (text: string) => void = () => {}): RunDeps => ({
    readConfig: () => {
      throw new Error("A service with an address needs no settings.");
    },
    environment: { XDG_STATE_HOME: join(folder.path, "state") },
    clock,
    signal: new AbortController().signal,
    onProgress: () => {},
    print,
    warn: print,
  });
  return {
    server,
    token,
    deps,
    api: await apiOf(server, sub),
    async vault(name = "vault") {
      const path = join(folder.path, name);
      await mkdir(path, { recursive: true });
      const options: RunOptions = {
        ...{ url: server.url, token, init: true, yes: true, json: false, allowDeletes: false, adopt: false },
      };
      const run = async (work: (deps: RunDeps) => Promise<number>): Promise<Run> => {
        let text = "";
        const code = await work(deps((part) => void (text += part)));
        return { code, text };
      };
      return {
        path,
        write: (files) => writeFiles(path, files),
        texts: () => textsIn(path),
        sync: (changes = {}) => run((runDeps) => syncFolder(path, { ...options, ...changes }, runDeps)),
        status: () => run((runDeps) => showStatus(path, { ...options, init: false }, runDeps)),
      };
    },
    async [Symbol.asyncDispose]() {
      await folder[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Runs ahead of the disk's clock, so that no file is fresh, and waits for nothing. */
function patientClock(): Clock {
  let ahead = 60_000;
  return {
    now: () => Date.now() + ahead,
    wait: async (milliseconds) => void (ahead += milliseconds),
  };
}

async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

async function textsIn(root: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (entry.isFile() && !path.startsWith(".knote")) texts[path] = await readFile(join(root, path), "utf8");
  }
  return texts;
}
