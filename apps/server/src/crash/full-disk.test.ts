import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { examineData } from "@knote/storage-sqlite";
import {
  aNoteBody,
  apiOf,
  eventually,
  ServerNotStarted,
  startServerProcess,
  type Api,
  type ServerProcess,
} from "@knote/testkit";
import { describe, expect, it } from "vitest";

/** `prlimit` calls the Linux system call of that name for another process. */
const canLimitFiles = process.platform === "linux" && spawnSync("prlimit", ["--version"]).status === 0;
const canMount = process.platform === "linux" && process.getuid?.() === 0 && tryMount();

/** Mounting takes root, and many containers forbid it even then. */
function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "knote-mount-"));
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]).status === 0;
  if (isMounted) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

/** Mounts a file system of this size. */
function smallDisk(mebibytes: number) {
  const path = mkdtempSync(join(tmpdir(), "knote-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", path]);
  const filler = join(path, "filler");
  return {
    path,
    remount: (how: "ro" | "rw") => execFileSync("mount", ["-o", `remount,${how}`, path]),
    fill() {
      for (let bytes = 1_048_576; bytes >= 512;) {
        try {
          appendFileSync(filler, Buffer.alloc(bytes));
        } catch {
          bytes /= 2;
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      execFileSync("umount", ["-l", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Creates notes until one is refused; returns the refusal and adds the ids of the others to `createdIds`. */
async function createUntilRefused(api: Api, createdIds: string[]) {
  for (let count = 0; count < 2_000; count++) {
    const answer = await api(
      "POST",
      "/api/workspace/notes",
      aNoteBody(`Owl ${crypto.randomUUID()}`, "hoot ".repeat(4_000)),
    );
    if (answer.status !== 201) return answer;
    createdIds.push(answer.body.id);
  }
  throw new Error("The disk is not full.");
}

async function expectRecovery(server: ServerProcess, api: Api, createdIds: readonly string[]): Promise<void> {
  await eventually(async () =>
    expect((await api("POST", "/api/workspace/notes", aNoteBody("Room again"))).status).toBe(201),
  );
  await eventually(async () => expect((await api("GET", "/health")).body.status).toBe("ok"));
  for (const id of createdIds) expect((await api("GET", `/api/workspace/notes/${id}`)).status).toBe(200);
  expect(examineData({ dataDir: server.dataDir }).flatMap(({ problems }) => problems)).toEqual([]);
}

async function expectRefusalInWords(api: Api, refusal: Awaited<ReturnType<Api>>): Promise<void> {
  expect(refusal).toMatchObject({ status: 503, body: { detail: "Storage is not writable." } });
  expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
  // Stored notes can still be read and found.
  expect((await api("GET", "/api/graph/notes?limit=5")).status).toBe(200);
  expect((await api("GET", "/api/graph/notes?limit=5&q=owl")).status).toBe(200);
}

describe("a full disk", () => {
  it.runIf(canLimitFiles)("refuses writes in a sentence, goes on reading, and takes them again with room", async () => {
    await using server = await startServerProcess();
    const api = await apiOf(server, "github:1");
    const createdIds: string[] = [];
    await api("POST", "/api/workspace/notes", aNoteBody("The first owl"));
    const sizes = readdirSync(server.dataDir).map((file) => statSync(join(server.dataDir, file)).size);
    // No file of the process can grow beyond this, which to SQLite looks like a full disk.
    const limit = (soft: string) => execFileSync("prlimit", ["--pid", String(server.pid), `--fsize=${soft}:`]);
    limit(String(Math.max(...sizes) + 300_000));
    await expectRefusalInWords(api, await createUntilRefused(api, createdIds));
    // A log that was written into the database starts over and needs no space: only this limit stops every write.
    limit("1");
    await eventually(async () => expect((await api("GET", "/health")).body.status).toBe("down"));
    limit("unlimited");
    await expectRecovery(server, api, createdIds);
  });

  it.runIf(canMount)("loses nothing when the server is killed as well, which starts again with room", async () => {
    using disk = smallDisk(24);
    await using server = await startServerProcess({ env: { DATA_DIR: join(disk.path, "data") } });
    const api = await apiOf(server, "github:1");
    const createdIds: string[] = [];
    await api("POST", "/api/workspace/notes", aNoteBody("The first owl"));
    disk.fill();
    await expectRefusalInWords(api, await createUntilRefused(api, createdIds));
    disk.free();
    await expectRecovery(server, api, createdIds);
    disk.fill();
    await createUntilRefused(api, createdIds);
    await server.kill("SIGKILL");
    const start = await server.restart().then(
      () => null,
      (error: unknown) => error,
    );
    if (start instanceof ServerNotStarted) expect(start.output).toMatch(/Knote cannot start\. [^\n]+\.\n$/);
    else expect(start).toBeNull();
    disk.free();
    await server.restart();
    await expectRecovery(server, await apiOf(server, "github:1"), createdIds);
  });

  it.runIf(canMount)("differs from a read-only one: there the server neither starts nor changes anything", async () => {
    using disk = smallDisk(24);
    await using server = await startServerProcess({ env: { DATA_DIR: join(disk.path, "data") } });
    const api = await apiOf(server, "github:1");
    const { body: note } = await api("POST", "/api/workspace/notes", aNoteBody("Owls hunt"));
    await server.kill("SIGTERM");
    disk.remount("ro");
    const refusal = await server.restart().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ServerNotStarted);
    expect((refusal as ServerNotStarted).exit?.code).toBe(1);
    expect((refusal as ServerNotStarted).output).toMatch(
      /Knote cannot start\. The data folder \S+ cannot be written to\.\n$/,
    );
    disk.remount("rw");
    await server.restart();
    await expectRecovery(server, await apiOf(server, "github:1"), [note.id]);
  });
});
