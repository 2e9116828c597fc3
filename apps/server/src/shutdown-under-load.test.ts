import { Agent, request } from "node:http";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { aNoteBody, apiOf, eventually, startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";

const CLIENTS = 50;
const USER = "local:owner";

interface Client {
  /** The status of each complete answer, followed by the detail of an error. */
  readonly answers: string[];
  /** Ids of the notes whose creation was acknowledged. */
  readonly createdIds: string[];
  /** Resolves with the code of the error that ended the client. */
  readonly whenEnded: Promise<string | undefined>;
}

/** Sends creates, reads and questions one after another on a kept-alive connection, until none gets an answer. */
function startClient(url: string, token: string, noteId: string, number: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: string[] = [];
  const createdIds: string[] = [];
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const send = async (method: string, path: string, body?: object) => {
    const outgoing = request(url + path, { method, headers, agent });
    outgoing.end(body && JSON.stringify(body));
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    let text = "";
    for await (const chunk of response.setEncoding("utf8")) text += String(chunk);
    const { id, detail } = JSON.parse(text) as { id: string; detail?: string };
    answers.push([response.statusCode, detail].filter(Boolean).join(" "));
    return { id };
  };
  const run = async () => {
    for (let turn = number; ; turn++) {
      if (turn % 3 === 0) createdIds.push((await send("POST", "/api/workspace/notes", aNoteBody(`Note ${number}`))).id);
      else if (turn % 3 === 1) await send("GET", `/api/workspace/notes/${noteId}`);
      else await send("POST", "/api/ask", { query: `What do you know about note ${turn}?` });
    }
  };
  const errorCode = run().then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  return { answers, createdIds, whenEnded: errorCode.finally(() => agent.destroy()) };
}

it(`answers the requests of ${CLIENTS} clients, takes no more, and keeps every acknowledged note`, async () => {
  await using server = await startServerProcess();
  const token = await server.token(USER);
  const { body: note } = await (await apiOf(server, USER))("POST", "/api/workspace/notes", aNoteBody("The first"));
  const stream = await fetch(`${server.url}/api/activity/stream`, { headers: { Authorization: `Bearer ${token}` } });
  const clients = Array.from({ length: CLIENTS }, (_, number) => startClient(server.url, token, note.id, number));
  await eventually(() => expect(Math.min(...clients.map(({ answers }) => answers.length))).toBeGreaterThan(1));

  const exit = await server.kill("SIGTERM");
  expect(exit).toEqual({ code: 0, signal: null });
  // Each client was refused only when it opened a new connection: every request sent before was answered.
  expect(new Set(await Promise.all(clients.map(({ whenEnded }) => whenEnded)))).toEqual(new Set(["ECONNREFUSED"]));
  expect(new Set(clients.flatMap(({ answers }) => answers))).toEqual(new Set(["200", "201"]));
  expect(await stream.text()).toContain("event: connected");
  expect(server.output()).not.toContain('"level":50');

  await server.restart();
  const { body } = await (await apiOf(server, USER))("GET", "/api/graph/notes");
  const storedIds = body.notes.map(({ id }: { id: string }) => id);
  expect(storedIds.toSorted()).toEqual([note.id, ...clients.flatMap(({ createdIds }) => createdIds)].toSorted());
});
