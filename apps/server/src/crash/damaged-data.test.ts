import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { examineData, mendData } from "@knote/storage-sqlite";
import { aNoteBody, apiOf, ServerNotStarted, startServerProcess, type ServerProcess } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const NOTES = 120;

/** Starts a server, writes some notes and ends it with the signal. */
async function endedServer(signal: "SIGTERM" | "SIGKILL"): Promise<ServerProcess> {
  const server = await startServerProcess();
  await writeNotes(server, NOTES);
  await server.kill(signal);
  return server;
}

async function writeNotes(server: ServerProcess, count: number): Promise<void> {
  const api = await apiOf(server, "github:1");
  const bodies = Array.from({ length: count }, (_, index) => aNoteBody(`Owl ${index}`, "hoot ".repeat(800)));
  for (let from = 0; from < count; from += 20)
    await Promise.all(bodies.slice(from, from + 20).map((body) => api("POST", "/api/workspace/notes", body)));
}

function database({ dataDir }: ServerProcess): string {
  return join(dataDir, "knote.db");
}

function overwrite(file: string, from: number, bytes: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(bytes, 0xa5), 0, bytes, from);
  closeSync(handle);
}

function digests({ dataDir }: ServerProcess): Record<string, string> {
  const files = readdirSync(dataDir).filter((file) => file.startsWith("knote.db") && !file.endsWith("-shm"));
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(join(dataDir, file)))
        .digest("hex"),
    ]),
  );
}

describe("damaged data", () => {
  it("does not start on a file without its header, says so, and leaves every byte as it was", async () => {
    await using server = await endedServer("SIGTERM");
    overwrite(database(server), 0, 100);
    const before = digests(server);
    const refusal = await server.restart().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ServerNotStarted);
    expect((refusal as ServerNotStarted).exit?.code).toBe(1);
    expect((refusal as ServerNotStarted).output).toMatch(
      /Knote cannot start\. The file \S+ is not a Knote database, or it is damaged\. It was left as it is; a backup can be restored in its place\.\n$/,
    );
    expect(digests(server)).toEqual(before);
    expect(() => examineData(server)).toThrow("is not a Knote database, or it is damaged");
    expect(() => mendData(server)).toThrow("is not a Knote database, or it is damaged");
    expect(digests(server)).toEqual(before);
  });

  it("answers what it can when pages are damaged, 503 for the rest, and mends nothing in such a file", async () => {
    await using server = await endedServer("SIGTERM");
    const { size } = statSync(database(server));
    const from = Math.floor(size / 4096 / 3) * 4096;
    overwrite(database(server), from, Math.floor(size / 4096 / 4) * 4096);
    const before = digests(server);
    const [file] = mendData(server);
    expect(file!.problems.map(({ what }) => what).join()).toMatch(/faults in the file|failure to read/);
    expect(digests(server)["knote.db"]).toBe(before["knote.db"]);
    const startError = await server.restart().then(
      () => null,
      (error: unknown) => error,
    );
    if (startError instanceof ServerNotStarted) {
      expect(startError.output).toMatch(/Knote cannot start\. [^\n]+\.\n$/);
      return;
    }
    expect(startError).toBeNull();
    const api = await apiOf(server, "github:1");
    const paths = [
      "/api/graph/notes?limit=100",
      "/api/graph/notes?limit=50&q=owl",
      "/api/graph/links?limit=5",
      "/api/quota",
    ];
    for (const path of paths) {
      const { status, body } = await api("GET", path);
      expect([200, 503]).toContain(status);
      if (status === 503) expect(body.detail).toMatch(/^Storage is [a-z ]+\.$|^Search is [a-z ]+\.$/);
    }
  });

  it("goes on with the complete writes when the log is cut short", async () => {
    await using server = await startServerProcess();
    const log = `${database(server)}-wal`;
    await writeNotes(server, 20);
    const { size } = statSync(log);
    await writeNotes(server, 20);
    await server.kill("SIGKILL");
    // In the middle of a page.
    truncateSync(log, size + 100);
    await server.restart();
    const api = await apiOf(server, "github:1");
    const { body } = await api("GET", "/api/graph/notes");
    expect(body.notes).toHaveLength(20);
    expect((await api("GET", "/api/graph/stats")).body.total_notes).toBe(body.notes.length);
    expect((await api("POST", "/api/workspace/notes", aNoteBody("After the cut"))).status).toBe(201);
    expect(examineData(server).flatMap(({ problems }) => problems)).toEqual([]);
  });
});
