import { LIMITS } from "@knote/contract";
import { createHashEmbedder, eventually, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { callTool, LEGACY_HEADERS, modernHeaders, modernToolCall, toolCall } from "../testing/mcp-calls.ts";
import { startApp } from "../testing/start-app.ts";

const BAD_BODY = { bytes: "{", headers: { "Content-Type": "text/plain" } };
const ERAS = ["modern", "legacy"] as const;

/** A refusal as it is sent at `/mcp`. */
function refusal(code: number, message: string) {
  return { status: code, body: { jsonrpc: "2.0", error: { code, message } } };
}

describe("the order of checks at /mcp", () => {
  it("begins with the path and the method", async () => {
    await using app = await startApp();
    expect((await app.send("POST /mcp/", { json: {} })).status).toBe(404);
    for (const method of ["GET", "DELETE", "PUT"]) {
      const answer = await app.send(`${method} /mcp`, { headers: { Origin: "https://elsewhere.example" } });
      expect(answer).toMatchObject(refusal(405, `This path does not take ${method}.`));
      expect(answer.headers["allow"]).toBe("OPTIONS, POST");
    }
    expect(await app.send("OPTIONS /mcp")).toMatchObject({ status: 204, text: "" });
  });

  it("checks the host before the method", async () => {
    await using app = await startApp({ allowedHosts: ["127.0.0.1"] });
    const answer = await app.send("GET /mcp", { headers: { Host: "rebound.example" } });
    expect(answer).toMatchObject({ status: 421, body: { detail: "This service does not answer to that host." } });
  });

  it("refuses pages of other sites before it looks at the token", async () => {
    await using app = await startApp({ corsOrigins: ["https://friend.example"] });
    const ada = await app.user("ada");
    const from = (Origin: string, headers: object = {}) =>
      ada.send("POST /mcp", {
        json: toolCall("search", { query: "x" }),
        headers: { ...LEGACY_HEADERS, Origin, ...headers },
      });
    for (const origin of [
      "https://elsewhere.example",
      "null",
      "https://friend.example.evil.example",
      "http://127.0.0.1:1",
    ])
      expect(await from(origin)).toMatchObject(refusal(403, "Only a page of this service may ask for that."));
    const stranger = await app.send("POST /mcp", { ...BAD_BODY, headers: { Origin: "https://elsewhere.example" } });
    expect(stranger.status).toBe(403);
    expect(stranger.headers["www-authenticate"]).toBeUndefined();
    expect((await from(app.url)).status).toBe(200);
    const friend = await from("https://friend.example");
    expect(friend.status).toBe(200);
    expect(friend.headers["access-control-allow-origin"]).toBe("https://friend.example");
    const preflight = await app.send("OPTIONS /mcp", { headers: { Origin: "https://friend.example" } });
    for (const name of ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"])
      expect(preflight.headers["access-control-allow-headers"]).toContain(name);
  });

  it("checks the token before the body", async () => {
    await using app = await startApp();
    const none = await app.send("POST /mcp", BAD_BODY);
    expect(none).toMatchObject(refusal(401, "An access token is required."));
    expect(none.headers["www-authenticate"]).toBe("Bearer");
    const wrong = await app.send("POST /mcp", { ...BAD_BODY, token: "a.b.c" });
    expect(wrong).toMatchObject(refusal(401, "The access token is not valid."));
    expect(wrong.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
    expect(wrong.headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
  });

  it("checks type, size and JSON before the scope", async () => {
    await using app = await startApp({ bodyLimitBytes: 500 });
    const reader = await app.user("ada", { scope: "notes:read" });
    const post = (bytes: string, headers = {}) =>
      reader.send("POST /mcp", { bytes, headers: { ...LEGACY_HEADERS, ...headers } });
    expect(await post("x".repeat(600), { "Content-Type": "text/plain" })).toMatchObject(
      refusal(415, "The body must be sent as application/json."),
    );
    expect(await post("x".repeat(501))).toMatchObject(refusal(413, "The body must have at most 500 bytes."));
    expect(await post("{")).toMatchObject(refusal(400, "The body must be valid JSON."));
    expect(await post("")).toMatchObject(refusal(400, "A JSON body is required."));
    for (const body of ["[]", `[${JSON.stringify(toolCall("search"))}]`, "3", "null", '"x"'])
      expect(await post(body)).toMatchObject(refusal(400, "The body must be one JSON-RPC message."));
  });

  it("holds headers against the body before the scope", async () => {
    await using app = await startApp();
    const reader = await app.user("ada", { scope: "notes:read" });
    const json = modernToolCall("delete_note", { id: "x" });
    const send = (headers: object) =>
      reader.send("POST /mcp", { json, headers: { ...modernHeaders("delete_note"), ...headers } });
    for (const headers of [
      { "Mcp-Name": "search" },
      { "Mcp-Method": "tools/list" },
      { "MCP-Protocol-Version": "2025-11-25" },
    ])
      expect(await send(headers)).toMatchObject({ status: 400, body: { error: { code: -32_020 }, id: 1 } });
    const future = {
      ...json,
      params: {
        ...(json as any).params,
        _meta: { ...(json as any).params._meta, "io.modelcontextprotocol/protocolVersion": "2099-01-01" },
      },
    };
    const unknown = await reader.send("POST /mcp", {
      json: future,
      headers: { ...modernHeaders("delete_note"), "MCP-Protocol-Version": "2099-01-01" },
    });
    expect(unknown).toMatchObject({
      status: 400,
      body: { error: { code: -32_022, data: { supported: ["2026-07-28"] } } },
    });
    expect((await reader.send("POST /mcp", { json: { jsonrpc: "1.0" }, headers: LEGACY_HEADERS })).status).toBe(400);
  });

  it.each(ERAS)("checks the scope before it counts the call (%s)", async (era) => {
    await using app = await startApp();
    const reader = await app.user("ada", { scope: "notes:read" });
    for (let count = 0; count <= LIMITS.mcpCallsPerMinute; count++) {
      const answer = await callTool(reader, "create_note", {}, era);
      if (count === 0 || count === LIMITS.mcpCallsPerMinute) {
        expect(answer).toMatchObject(
          refusal(403, "This token may not write. The user can make one that may in Settings › Access tokens."),
        );
        expect(answer.headers["www-authenticate"]).toBe('Bearer error="insufficient_scope", scope="notes:write"');
      }
    }
    expect((await callTool(reader, "list_notes", {}, era)).status).toBe(200);
  });

  it("names the scope that is missing", async () => {
    await using app = await startApp();
    const reader = await app.user("ada", { scope: "notes:read" });
    expect(await callTool(reader, "ask", { query: "Why?" })).toMatchObject(
      refusal(403, "This token may not ask. The user can make one that may in Settings › Access tokens."),
    );
    const asker = await app.user("ada", { scope: "ask" });
    const answer = await callTool(asker, "search", { query: "Why?" });
    expect(answer).toMatchObject(
      refusal(403, "This token may not read notes. The user can make one that may in Settings › Access tokens."),
    );
    expect(answer.headers["www-authenticate"]).toContain('scope="notes:read"');
    const attention = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "knote://attention" } };
    expect((await asker.send("POST /mcp", { json: attention, headers: LEGACY_HEADERS })).status).toBe(403);
    const list = { jsonrpc: "2.0", id: 1, method: "resources/list" };
    expect(
      (await asker.send("POST /mcp", { json: list, headers: LEGACY_HEADERS })).body.result.resources,
    ).toMatchObject([{ uri: "knote://guide" }]);
  });
});

describe("300 calls a minute for a token", () => {
  it("are counted for each token by itself, and come back", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (let count = 0; count < LIMITS.mcpCallsPerMinute; count++)
      expect((await callTool(ada, "fetch")).status).toBe(200);
    for (const era of ERAS) {
      const answer = await callTool(ada, "list_notes", {}, era);
      expect(answer).toMatchObject({ status: 429, body: { error: { code: 429 } } });
      const seconds = Number(answer.headers["retry-after"]);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(answer.body.error.message).toBe(`Knote is busy. Call again in ${seconds} seconds.`);
    }
    const resources = { jsonrpc: "2.0", id: 1, method: "resources/list" };
    expect((await ada.send("POST /mcp", { json: resources, headers: LEGACY_HEADERS })).status).toBe(429);
    const tools = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await ada.send("POST /mcp", { json: tools, headers: LEGACY_HEADERS })).status).toBe(200);
    expect((await ada.send("GET /api/graph/notes")).status).toBe(200);
    const other = await app.user("ada", { name: "another token" });
    expect((await callTool(other, "list_notes")).status).toBe(200);
    expect((await callTool(await app.user("grace"), "list_notes")).status).toBe(200);
  });
});

describe("without room", () => {
  it("calls are refused before anything is written", async () => {
    await using app = await startApp({ workLimits: { write: { most: 0 } } });
    const ada = await app.user("ada");
    for (const era of ERAS) {
      const note = { title: "Naps help", content: "A little.", note_type: "fact" };
      const answer = await callTool(ada, "create_note", note, era);
      expect(answer).toMatchObject(refusal(503, "Knote is busy. Call again in 2 seconds."));
      expect(answer.headers["retry-after"]).toBe("2");
    }
    expect((await ada.send("GET /api/graph/notes")).body).toEqual({ notes: [] });
    expect((await callTool(ada, "list_notes")).status).toBe(200);
  });

  it("calls of a user wait for the user's own share of a kind of work", async () => {
    const embedder = { ...createHashEmbedder(), isRemote: true };
    await using app = await startApp({
      services: testServices({ embedder }),
      workLimits: { recall: { most: 256, atOnce: 1, atOnceOfOne: 1, begunOfOne: 2 } },
    });
    const ada = await app.user("ada");
    embedder.hold();
    const searches = Array.from({ length: 5 }, () => callTool(ada, "search", { query: "memory" }));
    await eventually(() => expect(embedder.calls).toHaveLength(2));
    expect((await callTool(ada, "list_notes")).status).toBe(200);
    expect(embedder.calls).toHaveLength(2);
    embedder.release();
    for (const { status } of await Promise.all(searches)) expect(status).toBe(200);
  });
});
