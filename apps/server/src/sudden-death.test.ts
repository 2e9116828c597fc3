import { aNoteBody, type Api, apiOf, type ServerProcess, startServerProcess } from "@knote/testkit";
import { examineData } from "@knote/storage-sqlite";
import { expect, it } from "vitest";

const KILLS = 10;
const WRITERS = 8;

/** Creates notes in parallel, kills the server after `answers` more, and adds them to `acknowledgedTitles`. */
async function writeUntilKilled(
  server: ServerProcess,
  api: Api,
  answers: number,
  kept: Map<string, string>,
): Promise<void> {
  let killed: Promise<unknown> | undefined;
  const target = kept.size + answers;
  const writer = async () => {
    for (;;) {
      const title = `Written ${crypto.randomUUID()}`;
      const { status, body } = await api("POST", "/api/workspace/notes", aNoteBody(title));
      expect(status).toBe(201);
      kept.set(body.id, title);
      if (kept.size >= target) killed ??= server.kill("SIGKILL");
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: WRITERS }, writer));
  expect(
    killed,
    `the writers ended early: ${JSON.stringify(ends.map((end) => String("reason" in end && end.reason)))}`,
  ).toBeDefined();
  await killed;
}

async function listAll(api: Api): Promise<Map<string, string>> {
  const { body } = await api("GET", "/api/graph/notes");
  return new Map(body.notes.map((note: { id: string; title: string }) => [note.id, note.title]));
}

it(`loses no acknowledged note when it is killed ${KILLS} times in the middle of writes`, async () => {
  await using server = await startServerProcess();
  const kept = new Map<string, string>();
  for (let kill = 0; kill < KILLS; kill++) {
    await writeUntilKilled(server, await apiOf(server, "github:1"), 5 + 6 * kill, kept);
    expect(examineData(server).flatMap(({ problems }) => problems)).toEqual([]);
    await server.restart();
  }
  const api = await apiOf(server, "github:1");
  const stored = await listAll(api);
  for (const [id, title] of kept) expect(stored.get(id)).toBe(title);
  // A note and its words are one write: every stored note is found.
  const found = await api("GET", "/api/graph/notes?q=written");
  expect(found.body.notes).toHaveLength(stored.size);
  expect((await api("GET", "/api/graph/stats")).body.total_notes).toBe(stored.size);
});
