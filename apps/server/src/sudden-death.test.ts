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
  acknowledgedTitles: Map<string, string>,
): Promise<void> {
  let killing: Promise<unknown> | undefined;
  const target = acknowledgedTitles.size + answers;
  const writer = async () => {
    for (;;) {
      const title = `Written ${crypto.randomUUID()}`;
      const { status, body } = await api("POST", "/api/workspace/notes", aNoteBody(title));
      expect(status).toBe(201);
      acknowledgedTitles.set(body.id, title);
      if (acknowledgedTitles.size >= target) killing ??= server.kill("SIGKILL");
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: WRITERS }, writer));
  expect(
    killing,
    `the writers ended early: ${JSON.stringify(ends.map((end) => String("reason" in end && end.reason)))}`,
  ).toBeDefined();
  await killing;
}

async function listAll(api: Api): Promise<Map<string, string>> {
  const { body } = await api("GET", "/api/graph/notes");
  return new Map(body.notes.map((note: { id: string; title: string }) => [note.id, note.title]));
}

it(`loses no acknowledged note when it is killed ${KILLS} times in the middle of writes`, async () => {
  await using server = await startServerProcess();
  const acknowledgedTitles = new Map<string, string>();
  for (let kill = 0; kill < KILLS; kill++) {
    await writeUntilKilled(server, await apiOf(server, "github:1"), 5 + 6 * kill, acknowledgedTitles);
    expect(examineData(server).flatMap(({ problems }) => problems)).toEqual([]);
    await server.restart();
  }
  const api = await apiOf(server, "github:1");
  const storedTitles = await listAll(api);
  for (const [id, title] of acknowledgedTitles) expect(storedTitles.get(id)).toBe(title);
  // A note and its words are one write: every stored note is found.
  const search = await api("GET", "/api/graph/notes?q=written");
  expect(search.body.notes).toHaveLength(storedTitles.size);
  expect((await api("GET", "/api/graph/stats")).body.total_notes).toBe(storedTitles.size);
});
