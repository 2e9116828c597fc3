import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { eventually } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { CliError } from "../cli-error.ts";
import { createRelay } from "./relay.ts";
import type { Target, Targets } from "./target.ts";

interface Incoming {
  readonly headers: IncomingMessage["headers"];
  readonly body: any;
}

/** Starts a relay to a server that answers as the test says. */
async function setUp(answer: (request: Incoming, response: ServerResponse, place: number) => void) {
  const requests: Incoming[] = [];
  const server = createServer((request, response) => {
    const take = async () => {
      const incoming = { headers: request.headers, body: JSON.parse(await text(request)) };
      requests.push(incoming);
      answer(incoming, response, requests.length - 1);
    };
    void take();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const emptyAddress = await addressOfNobody();
  const lostTargets: Target[] = [];
  let tokens = 0;
  let unreachable = 0;
  const targets: Targets = {
    find: async () => (unreachable-- > 0 ? { url: emptyAddress, token: "lost" } : { url, token: `token ${tokens}` }),
    forget(target) {
      lostTargets.push(target);
      tokens++;
    },
    close: async () => {},
  };
  const lines: string[] = [];
  const relay = createRelay(targets, (line) => void lines.push(line));
  const send = async (message: object | string) => {
    relay.take(typeof message === "string" ? message : JSON.stringify(message));
    await relay.settle();
  };
  return {
    relay,
    requests,
    emptyAddress,
    lostTargets,
    lines,
    send,
    answers: () => lines.map((line) => JSON.parse(line)),
    /** The next so many addresses have no server. */
    loseServer: (times: number) => void (unreachable = times),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function addressOfNobody(): Promise<string> {
  const socket = createServer();
  socket.listen(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const json = (response: ServerResponse, body: object, status = 200) =>
  void response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
const result = (id: unknown, value: object = {}) => ({ jsonrpc: "2.0", id, result: value });
const modern = { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } };
const call = (id: number, name: string, meta: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: {}, ...meta },
});
const textOf = (answer: any) => {
  expect(answer.result.isError).toBe(true);
  return answer.result.content[0].text;
};

describe("the relay", () => {
  it("repeats in headers what the message says, and passes the answer on as one line", async () => {
    await using set = await setUp(
      ({ body }, response) =>
        void response
          .writeHead(200, { "Content-Type": "application/json" })
          .end(JSON.stringify(result(body.id, { text: "one\ntwo" }), null, 2)),
    );
    await set.send({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "search", ...modern } });
    expect(set.requests[0]!.headers).toMatchObject({
      authorization: "Bearer token 0",
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "search",
    });
    expect(set.lines).toEqual([JSON.stringify(result(7, { text: "one\ntwo" }))]);
    await set.send({ jsonrpc: "2.0", id: 8, method: "resources/read", params: { uri: "note://größer", ...modern } });
    expect(set.requests[1]!.headers["mcp-name"]).toBe(`=?base64?${Buffer.from("note://größer").toString("base64")}?=`);
  });

  it("says the version of the handshake for messages that say none", async () => {
    await using set = await setUp(({ body }, response) =>
      body.id === undefined
        ? void response.writeHead(202).end()
        : json(response, result(body.id, body.method === "initialize" ? { protocolVersion: "2025-06-18" } : {})),
    );
    await set.send({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } });
    await set.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    await set.send(call(2, "search"));
    expect(set.requests.map(({ headers }) => headers["mcp-protocol-version"])).toEqual([
      undefined,
      "2025-06-18",
      "2025-06-18",
    ]);
    expect(set.requests[2]!.headers["mcp-name"]).toBeUndefined();
    expect(set.answers().map(({ id }) => id)).toEqual([1, 2]);
  });

  it("passes events on as lines", async () => {
    await using set = await setUp(
      ({ body }, response) =>
        void response
          .writeHead(200, { "Content-Type": "text/event-stream" })
          .end(`: keepalive\n\nid: 1\ndata: \n\nevent: message\ndata: ${JSON.stringify(result(body.id))}\n\n`),
    );
    await set.send(call(1, "search"));
    expect(set.answers()).toEqual([result(1)]);
  });

  it.each([403, 429, 503])(
    "tells the model what a tool is refused with (%i), and the client anything else",
    async (status) => {
      const error = { code: status, message: "Knote is busy. Call again in 2 seconds." };
      await using set = await setUp((_, response) => json(response, { jsonrpc: "2.0", error }, status));
      await set.send(call(1, "search"));
      await set.send(call(2, "search", modern));
      await set.send({ jsonrpc: "2.0", id: 3, method: "tools/list" });
      const [earlier, present, list] = set.answers();
      expect([textOf(earlier), textOf(present)]).toEqual([error.message, error.message]);
      expect(earlier).toMatchObject({ id: 1 });
      expect(earlier.result.resultType).toBeUndefined();
      expect(present.result.resultType).toBe("complete");
      expect(list).toEqual({ jsonrpc: "2.0", id: 3, error });
    },
  );

  it("passes protocol errors on, also for tools", async () => {
    const error = { code: -32_602, message: "There is no tool with this name." };
    await using set = await setUp(({ body }, response) => json(response, { jsonrpc: "2.0", id: body.id, error }, 400));
    await set.send(call(1, "purge_note"));
    expect(set.answers()).toEqual([{ jsonrpc: "2.0", id: 1, error }]);
  });

  it("asks once more with another token when one is refused, and then says so", async () => {
    const error = { code: 401, message: "The access token is not valid." };
    await using set = await setUp(({ headers, body }, response) =>
      headers.authorization === "Bearer token 1"
        ? json(response, result(body.id))
        : json(response, { jsonrpc: "2.0", error }, 401),
    );
    await set.send(call(1, "create_note"));
    expect(set.answers()).toEqual([result(1)]);
    expect(set.lostTargets).toHaveLength(1);
    set.relay.take(JSON.stringify(call(2, "search")));
    await set.relay.settle();
    expect(set.answers()[1]).toEqual(result(2));
  });

  it("looks for the server again when nothing listens, for every tool: nothing was sent", async () => {
    await using set = await setUp(({ body }, response) => json(response, result(body.id)));
    set.loseServer(2);
    await set.send(call(1, "create_note"));
    expect(set.answers()).toEqual([result(1)]);
    expect(set.requests).toHaveLength(1);
    set.loseServer(3);
    await set.send(call(2, "search"));
    expect(textOf(set.answers()[1])).toBe(`The server at ${set.emptyAddress} does not answer.`);
    set.loseServer(3);
    await set.send({ jsonrpc: "2.0", id: 3, method: "tools/list" });
    expect(set.answers()[2]).toMatchObject({ id: 3, error: { code: -32_603 } });
    await set.send(call(4, "search"));
    expect(set.answers()[3]).toEqual(result(4));
  });

  it("sends again what is the same when done twice, and nothing else, after the server went away", async () => {
    await using set = await setUp(({ body }, response, place) =>
      place % 2 === 0 ? void response.destroy() : json(response, result(body.id)),
    );
    for (const name of ["search", "update_note", "link_notes"]) await set.send(call(1, name));
    await set.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect(set.answers()).toEqual([result(1), result(1), result(1), result(1)]);
    expect(set.requests).toHaveLength(8);
    await set.send(call(2, "create_note"));
    expect(textOf(set.answers()[4])).toMatch(
      /^Knote went away while it did this, and it is not known whether it was done\./,
    );
    expect(set.requests).toHaveLength(9);
  });

  it("ends a request that the client cancels, without an answer, and no other", async () => {
    let hasLeft = false;
    await using set = await setUp(({ body }, response) => {
      if (body.params.name !== "ask") return json(response, result(body.id));
      response.once("close", () => (hasLeft = true));
    });
    set.relay.take(JSON.stringify(call(1, "ask")));
    await eventually(() => expect(set.requests).toHaveLength(1));
    set.relay.take(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } }));
    expect(hasLeft).toBe(false);
    set.relay.take(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }));
    await set.relay.settle();
    await eventually(() => expect(hasLeft).toBe(true));
    expect(set.lines).toEqual([]);
    await set.send(call(2, "search"));
    expect(set.answers()).toEqual([result(2)]);
    expect(set.requests.map(({ body }) => body.method)).toEqual(["tools/call", "tools/call"]);
  });

  it("refuses lines that are no message, and ignores empty ones", async () => {
    await using set = await setUp(({ body }, response) => json(response, result(body.id)));
    for (const line of ["nonsense", "[]", "3", "null", "{"]) await set.send(line);
    set.relay.take(null);
    await set.send("  ");
    expect(set.answers().map(({ error }) => error.code)).toEqual(Array.from({ length: 6 }, () => -32_700));
    expect(set.requests).toEqual([]);
  });

  it("says in words why there is no server", async () => {
    const targets = {
      find: () => Promise.reject(new CliError("Port 1 is taken.")),
      forget() {},
      close: async () => {},
    };
    const lines: string[] = [];
    const relay = createRelay(targets, (line) => void lines.push(line));
    relay.take(JSON.stringify(call(1, "search")));
    relay.take(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    await relay.settle();
    expect(lines).toHaveLength(1);
    expect(textOf(JSON.parse(lines[0]!))).toBe("Port 1 is taken.");
  });
});
