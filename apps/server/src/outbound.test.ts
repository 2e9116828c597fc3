import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROCEDURES } from "@knote/api";
import { eventually, startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";
import { asRest, asTrpc, type WireCall } from "./testing/isolation/procedure-calls.ts";

/** Headers with an address that some services call. */
const ADDRESS_HEADERS = [
  "Referer",
  "Origin",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "Forwarded",
  "X-Original-URL",
  "Link",
  "From",
];

it("calls no address that a user sends, whatever field holds it", async () => {
  await using trap = await openTrap();
  await using server = await startServerProcess({ env: { LOG_LEVEL: "error", DEFAULT_TIER: "agent" } });
  const token = await server.token("github:1");
  const send = async ({ method, path, headers, body }: WireCall) => {
    const baitHeaders = Object.fromEntries(ADDRESS_HEADERS.map((name) => [name, trap.url]));
    const all = { ...baitHeaders, ...headers, Authorization: `Bearer ${token}` };
    const answer = await fetch(server.url + path, { method, headers: all, ...(body !== undefined && { body }) });
    return { status: answer.status, text: await answer.text() };
  };
  const texts = [trap.url, `![](${trap.url})`, `<img src="${trap.url}">`, `file:///etc/passwd ${trap.url}`];
  for (const [name, text] of texts.entries()) {
    for (const procedure of PROCEDURES.keys()) {
      const input = everyField(procedure, text);
      for (const call of [asRest({ procedure, input }), asTrpc({ procedure, input })]) {
        const { status } = call === null ? { status: 200 } : await send(call);
        expect([name, procedure, status < 500]).toEqual([name, procedure, true]);
      }
    }
    const noteBody = JSON.stringify({
      title: text,
      content: text,
      note_type: "fact",
      tags: ["url"],
      image: text,
      url: text,
    });
    const json = { "Content-Type": "application/json" };
    expect((await send({ method: "POST", path: "/api/workspace/notes", headers: json, body: noteBody })).status).toBe(
      201,
    );
  }
  // By now every note has been read, embedded and quoted.
  const query = JSON.stringify({ query: `What is at ${trap.url}?` });
  expect(
    (await send({ method: "POST", path: "/api/ask", headers: { "Content-Type": "application/json" }, body: query }))
      .status,
  ).toBe(200);
  expect(trap.connections()).toBe(0);
  // Proves that the trap counts connections.
  const socket = connect(trap.port, "127.0.0.1");
  await once(socket, "close");
  expect(trap.connections()).toBe(1);
});

it("keeps the embedder's runtime from reporting to its maker", async () => {
  const home = await mkdtemp(join(tmpdir(), "knote-home-"));
  await using server = await startServerProcess({ env: { HOME: home } });
  await eventually(() => expect(server.output()).toContain("the embedder is ready"));
  // The runtime would store its unsent reports and the machine's id here.
  expect(await readdir(home)).toEqual([]);
  await rm(home, { recursive: true });
});

/** Returns an input with the text in every field that can hold one. */
function everyField(procedure: string, text: string): Record<string, unknown> {
  // Safe because procedures take objects.
  const input = PROCEDURES.get(procedure)!.input as { readonly shape: object } | undefined;
  const fields = Object.keys(input?.shape ?? {});
  const special: Record<string, unknown> = {
    note_type: "fact",
    relation: "extends",
    limit: 5,
    tags: [text.slice(0, 64)],
  };
  const values = fields.map((name) => [name, special[name] ?? text]);
  return {
    callback: text,
    url: text,
    ...Object.fromEntries(values.filter(([name]) => name !== "importance" && name !== "mode")),
  };
}

/** Opens an address on this machine that nothing should call. */
async function openTrap() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on("error", () => undefined).destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    connections: () => connections,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
