import { DomainError } from "@knote/api";
import { expect, it } from "vitest";
import { callTool, LEGACY_HEADERS } from "../testing/mcp-calls.ts";
import { startApp } from "../testing/start-app.ts";

it("counts calls by tool, outcome and era, and logs them without their arguments", async () => {
  await using app = await startApp({ metricsToken: "figures" });
  const ada = await app.user("ada");
  const note = { title: "A private claim", content: "A private reason.", note_type: "fact" };
  await callTool(ada, "create_note", note);
  await callTool(ada, "fetch", { id: "a private id" }, "legacy");
  await callTool(ada, "search", { query: "a private question" });
  await callTool(await app.user("ada", { scope: "notes:read" }), "create_note", note);
  await callTool(ada, "a private tool");
  const { text } = await app.send("GET /metrics", { token: "figures" });
  const counts = text.split("\n").filter((line) => line.startsWith("knote_mcp_calls_total{"));
  expect(counts.toSorted()).toEqual([
    'knote_mcp_calls_total{tool="create_note",outcome="ok",era="modern"} 1',
    'knote_mcp_calls_total{tool="create_note",outcome="refused",era="modern"} 1',
    'knote_mcp_calls_total{tool="fetch",outcome="error",era="legacy"} 1',
    'knote_mcp_calls_total{tool="search",outcome="ok",era="modern"} 1',
  ]);
  expect(text).toContain('knote_mcp_call_seconds_count{tool="search"} 1');
  expect(app.logLines.join("\n")).not.toContain("private");
  const lines = app.logLines.map((line) => JSON.parse(line)).filter(({ message }) => message === "mcp call");
  expect(lines.map(({ tool, outcome, era }) => [tool, outcome, era])).toEqual([
    ["create_note", "ok", "modern"],
    ["fetch", "error", "legacy"],
    ["search", "ok", "modern"],
    ["create_note", "refused", "modern"],
  ]);
  for (const { ms, id, credential } of lines)
    expect([typeof ms, typeof id, credential]).toEqual(["number", "string", "access"]);
});

it("refuses with a status what a token may no longer do", async () => {
  await using app = await startApp();
  const ada = await app.user("ada");
  const id = await ada.note("Stays");
  app.services.storage.notes.delete = async () => {
    throw new DomainError("FORBIDDEN", "The access token was refused meanwhile.");
  };
  for (const era of ["modern", "legacy"] as const) {
    expect(await callTool(ada, "delete_note", { id }, era)).toMatchObject({
      status: 403,
      body: { error: { code: 403, message: "The access token was refused meanwhile." } },
    });
  }
});

it("keeps no session: a message of any era is answered by itself", async () => {
  await using app = await startApp();
  const ada = await app.user("ada");
  const answer = await ada.send("POST /mcp", {
    json: { jsonrpc: "2.0", id: "a", method: "tools/list" },
    headers: LEGACY_HEADERS,
  });
  expect(answer.body).toMatchObject({ id: "a", result: { tools: { length: 12 } } });
  expect(answer.headers["mcp-session-id"]).toBeUndefined();
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
  expect(await ada.send("POST /mcp", { json: notification, headers: LEGACY_HEADERS })).toMatchObject({
    status: 202,
    text: "",
  });
  const listen = {
    jsonrpc: "2.0",
    id: 1,
    method: "subscriptions/listen",
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
  const refusal = await ada.send("POST /mcp", {
    json: listen,
    headers: { ...LEGACY_HEADERS, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen" },
  });
  expect(refusal.body.error).toMatchObject({ code: -32_603 });
});
