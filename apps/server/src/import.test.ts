import { apiOf, eventually, openImport, type ServerProcess, startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";

const NOTES = 3_000;
const KILLS = [200, 900, 1_700];

const LINES = Array.from({ length: NOTES }, (_, index) => [
  { note: { key: `n${index}`, title: `Imported claim ${index}`, content: "Told by a file.", note_type: "fact" } },
  ...(index > 0 ? [{ link: { source: `n${index}`, target: `n${index - 1}`, relation: "extends" } }] : []),
]).flat();

/** Sends the file, kills the server after more than `answers` answered lines, and returns the ids in the answers. */
async function importUntilKilled(server: ServerProcess, answers: number): Promise<string[]> {
  using upload = await openImport(server.url, await server.token("github:1"));
  upload.send(LINES);
  await eventually(() => expect(upload.readAnswers().length).toBeGreaterThan(answers));
  await server.kill("SIGKILL");
  await eventually(() => expect(upload.isClosed).toBe(true));
  expect(upload.readAnswers().every((answer) => "line" in answer)).toBe(true);
  return upload.readAnswers().flatMap((answer) => ("id" in answer ? [answer.id!] : []));
}

it(`keeps every answered line of an import that is killed ${KILLS.length} times, and stores nothing twice when sent again`, async () => {
  await using server = await startServerProcess();
  const answeredIds = new Set<string>();
  for (const answers of KILLS) {
    for (const id of await importUntilKilled(server, answers)) answeredIds.add(id);
    await server.restart();
    const { body } = await (await apiOf(server, "github:1"))("GET", "/api/graph/notes");
    const storedIds = new Set(body.notes.map((note: { id: string }) => note.id));
    expect([...answeredIds].filter((id) => !storedIds.has(id))).toEqual([]);
  }
  using upload = await openImport(server.url, await server.token("github:1"));
  upload.send(LINES);
  upload.end();
  await eventually(() => expect(upload.isClosed).toBe(true));
  const summary = upload.readAnswers().at(-1) as { created: number; exists: number; linked: number };
  expect(summary).toMatchObject({ done: true, failed: 0 });
  expect(summary.created + summary.exists + summary.linked).toBe(LINES.length);
  expect(summary.exists).toBeGreaterThan(KILLS.at(-1)!);
  const api = await apiOf(server, "github:1");
  expect((await api("GET", "/api/graph/stats")).body).toMatchObject({ total_notes: NOTES, total_links: NOTES - 1 });
  expect((await api("GET", "/api/graph/notes?q=imported")).body.notes).toHaveLength(NOTES);
});
