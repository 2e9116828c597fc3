import { testServices, testUser, type TestUser } from "@knote/testkit";
import { openSyncFolder, type SyncResult } from "../sync-once.ts";
import type { SyncOptions } from "../session.ts";
import { initFolder } from "../state/open-state.ts";
import { memoryFiles, type MemoryFiles, type MemoryFilesOptions } from "./memory-files.ts";
import { serviceServer, type ServiceServerOptions } from "./service-server.ts";

export interface TestFolder {
  readonly files: MemoryFiles;
  readonly server: ReturnType<typeof serviceServer>;
  /** Opens the folder, syncs and closes it. */
  sync(options?: Partial<SyncOptions>): Promise<SyncResult>;
  /** The texts of all files that are synced. */
  texts(): Record<string, string>;
}

export interface TestSync {
  readonly user: TestUser;
  now(): number;
  /** Lets time pass, so that no file is fresh. */
  pass(milliseconds?: number): void;
  folder(options?: Partial<MemoryFilesOptions & ServiceServerOptions> & { name?: string }): Promise<TestFolder>;
}

/** A service in memory, and folders in memory that are synced with it. */
export function testSync(): TestSync {
  const services = testServices();
  const user = testUser(services);
  let ids = 0;
  const pass = (milliseconds = 10_000) => services.clock.advance(milliseconds);
  const now = () => services.clock.now();
  return {
    user,
    now,
    pass,
    async folder({ name = "vault", ...options } = {}) {
      const files = memoryFiles({ now, ...options });
      const server = serviceServer(user, options);
      await initFolder(files);
      pass();
      return {
        files,
        server,
        async sync(changes = {}) {
          const ports = {
            files,
            server,
            newId: () => `${name}-${++ids}`,
            clock: { now, wait: async (ms: number) => pass(ms) },
          };
          const folder = await openSyncFolder(ports, { ...someSyncOptions(name), ...changes });
          try {
            return await folder.sync();
          } finally {
            await folder.close();
          }
        },
        texts: () =>
          Object.fromEntries(
            files.people.paths().flatMap((path) => (/^\.|\/\./.test(path) ? [] : [[path, files.people.text(path)!]])),
          ),
      };
    },
  };
}

export function someSyncOptions(folderName: string): SyncOptions {
  return {
    ...{ folderName, machine: "this machine", allowDeletes: false, adopt: false, isPatient: true },
    ...{ deleteAfterMs: 1_000, labelAfterMs: 0 },
  };
}
