import { DomainError } from "@knote/api";
import { createScriptedModel, eventually, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { callTool, errorText, LEGACY_HEADERS } from "../testing/mcp-calls.ts";
import { rawSocket } from "../testing/raw-socket.ts";
import { startApp } from "../testing/start-app.ts";
import { startWithNotes } from "../testing/start-with-notes.ts";

const ERAS = ["modern", "legacy"] as const;
const UNKNOWN = "0195cf6a-7c00-7000-8000-000000000000";

/** A model that fails with the error. */
function failing(error: Error) {
  return createScriptedModel("remote", () => ({ text: [], cited: [], error }));
}

async function askWith(error: Error) {
  const model = failing(error);
  const app = await startApp({ services: testServices({ models: { default: model, capable: model, demo: model } }) });
  const ada = await app.user("ada");
  const answer = await callTool(ada, "ask", { query: "Why?" });
  return { app, text: errorText(answer), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

describe("what a model is told", () => {
  it("of a note that is not there", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const unknown = `There is no note with the id ${UNKNOWN}. Call search or list_notes for the right one.`;
    for (const name of ["fetch", "suggest_links", "update_note", "delete_note", "restore_note"])
      expect(errorText(await callTool(ada, name, { id: UNKNOWN }))).toBe(unknown);
    const link = { source_id: UNKNOWN, target_id: "other", relation: "extends" };
    expect(errorText(await callTool(ada, "link_notes", link))).toBe(
      `There is no note with the id ${UNKNOWN} or other. Call search or list_notes for the right one.`,
    );
    expect(errorText(await callTool(ada, "unlink_notes", link))).toBe(
      "There is no such link. Fetch the note to see its links.",
    );
    expect(errorText(await callTool(ada, "fetch", { id: "x".repeat(10_000) })).length).toBeLessThan(500);
  });

  it("of wrong arguments, in the sentences of REST", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const advice = "Correct the arguments and call again.";
    const texts: readonly [string, object, string][] = [
      ["create_note", {}, "title is required. content is required. "],
      [
        "create_note",
        { title: "x".repeat(301), content: "y", note_type: "fact" },
        "title must have at most 300 characters. ",
      ],
      ["search", { query: "x", limit: 21 }, "limit must be a whole number from 1 to 20."],
      ["search", { query: "x", limit: 0 }, ""],
      ["search", {}, "query is required. "],
      ["list_notes", { limit: 51 }, ""],
      ["list_notes", { cursor: "nonsense" }, "cursor must be taken from the Link header of an earlier page. "],
      ["list_notes", { tag: "sleep" }, "tag must be an array. "],
      ["list_notes", { as_of: "9999-01-01" }, "as_of must not be in the future. "],
      ["fetch", { id: 3 }, "id must be a string. "],
      ["fetch", { id: "x", offset: -1 }, ""],
      ["suggest_links", { id: "x", limit: 11 }, ""],
      [
        "review",
        { kind: "everything" },
        "kind must be one of contested, needs_review, near, orphans, proposals, due, changed. ",
      ],
      ["review", { kind: "near", limit: 11 }, ""],
      ["review", { kind: "changed", since: "soon" }, "since must be a date such as 2026-03-01"],
      ["update_note", { id: "x", state: "superseded" }, "state must be archived or active. "],
      ["link_notes", { source_id: "x", target_id: "x", relation: "extends" }, "A note cannot be linked to itself. "],
    ];
    for (const [name, parameters, sentence] of texts) {
      const text = errorText(await callTool(ada, name, parameters));
      expect(text).toContain(sentence);
      expect(text.endsWith(advice)).toBe(true);
      expect(text.length).toBeLessThan(500);
    }
    const many = Object.fromEntries(["title", "content", "note_type", "tags", "importance"].map((name) => [name, {}]));
    expect(errorText(await callTool(ada, "create_note", many)).length).toBeLessThan(500);
  });

  it("accepts the limits themselves", async () => {
    const { app, ada, id } = await startWithNotes();
    await using _app = app;
    const fits: readonly [string, object][] = [
      ["search", { query: "x", limit: 20 }],
      ["search", { query: "x", limit: 1 }],
      ["list_notes", { limit: 50 }],
      ["suggest_links", { id, limit: 10 }],
      ["review", { kind: "orphans", limit: 10 }],
    ];
    for (const [name, parameters] of fits)
      expect((await callTool(ada, name, parameters)).body.result.isError).toBeUndefined();
  });

  it("of links that are there, or would close a chain", async () => {
    const { app, ada, id, other } = await startWithNotes();
    await using _app = app;
    const link = { source_id: id, target_id: other, relation: "supersedes" };
    expect((await callTool(ada, "link_notes", link)).body.result.isError).toBeUndefined();
    expect(errorText(await callTool(ada, "link_notes", link))).toBe(
      "This link exists already; there is nothing to do.",
    );
    expect(errorText(await callTool(ada, "link_notes", { ...link, source_id: other, target_id: id }))).toBe(
      "This link would make a note supersede itself through a chain. Fetch the target to see the chain.",
    );
  });

  it("of a note that others change at the same moment", async () => {
    const services = testServices();
    const refuse = async () => {
      throw new DomainError("CONFLICT", "The note is being changed by others; try again.", { retryAfterSeconds: 1 });
    };
    const { app, ada, id } = await startWithNotes({ services });
    await using _app = app;
    services.storage.notes.update = refuse;
    expect(errorText(await callTool(ada, "update_note", { id, title: "Better" }))).toBe(
      "The note is being changed by others; try again. Fetch the note and try again.",
    );
  });

  it("of a quota that is used up", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (let count = 0; count < 50; count++) await ada.send("POST /api/ask", { json: { query: "What?" } });
    expect(errorText(await callTool(ada, "ask", { query: "What?" }))).toBe(
      "The monthly query quota is used up until 2026-04-01T00:00:00.000Z. Use search, which is not counted, and answer from its results.",
    );
    expect((await callTool(ada, "search", { query: "What?" })).body.result.isError).toBeUndefined();
  });

  it("of a model or a store that does not answer", async () => {
    await using refusing = await askWith(
      new DomainError("PROVIDER_FAILED", "The answer model answered with an error."),
    );
    expect(refusing.text).toBe(
      "The answer model answered with an error. Call again in 5 seconds; search works meanwhile.",
    );
    await using away = await askWith(
      new DomainError("UNAVAILABLE", "The answer model cannot be reached.", { retryAfterSeconds: 30 }),
    );
    expect(away.text).toBe("The answer model cannot be reached. Call again in 30 seconds; search works meanwhile.");
    const services = testServices();
    await using app = await startApp({ services });
    services.storage.notes.get = async () => {
      throw new DomainError("UNAVAILABLE", "The database cannot be reached.");
    };
    expect(errorText(await callTool(await app.user("ada"), "fetch", { id: UNKNOWN }))).toBe(
      "The database cannot be reached. Call again in 5 seconds.",
    );
  });

  it.each(ERAS)("of a failure that nobody foresaw: only where it is logged (%s)", async (era) => {
    const services = testServices();
    await using app = await startApp({ services });
    services.storage.notes.get = async () => {
      throw new Error("SELECT secret FROM notes");
    };
    const ada = await app.user("ada");
    const answer = await callTool(ada, "fetch", { id: UNKNOWN }, era);
    expect(errorText(answer)).toBe(`Knote failed to do this; it has been logged as ${answer.headers["x-request-id"]}.`);
    expect(answer.text).not.toContain("SELECT");
    const failures = app.logLines.filter((line) => line.includes('"request failed"'));
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain(answer.headers["x-request-id"]);
    const json = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: `note://${UNKNOWN}` } };
    const resource = await ada.send("POST /mcp", { json, headers: LEGACY_HEADERS });
    expect(resource.body.error).toMatchObject({ code: -32_603 });
    expect(resource.text).not.toContain("SELECT");
  });

  it("of tools, prompts, resources and methods that do not exist", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const answer = await callTool(ada, "purge_note");
    expect(answer.body).toMatchObject({ id: 1, error: { code: -32_602, message: "There is no tool with this name." } });
    const post = async (method: string, params: object) =>
      (await ada.send("POST /mcp", { json: { jsonrpc: "2.0", id: 1, method, params }, headers: LEGACY_HEADERS })).body
        .error.code;
    expect(await post("prompts/get", { name: "nothing" })).toBe(-32_602);
    for (const uri of ["note://nothing", "file:///etc/passwd", "knote://", "note://../../x"])
      expect(await post("resources/read", { uri })).toBe(-32_602);
    expect(await post("resources/read", {})).toBe(-32_602);
    expect(await post("resources/list", { cursor: "nonsense" })).toBe(-32_602);
    for (const method of [
      "resources/subscribe",
      "logging/setLevel",
      "completion/complete",
      "sampling/createMessage",
      "tasks/list",
    ])
      expect(await post(method, {})).toBe(-32_601);
  });
});

describe("a client that leaves", () => {
  it.each(ERAS)("ends its question, which then does not count (%s)", async (era) => {
    const model = createScriptedModel("remote");
    const services = testServices({ models: { default: model, capable: model, demo: model } });
    await using app = await startApp({ services });
    const ada = await app.user("ada");
    model.hold();
    const { modernHeaders, modernToolCall, toolCall } = await import("../testing/mcp-calls.ts");
    const body = JSON.stringify((era === "modern" ? modernToolCall : toolCall)("ask", { query: "Why?" }));
    const headers = era === "modern" ? modernHeaders("ask") : LEGACY_HEADERS;
    const socket = await rawSocket(app.url);
    const lines = [
      "POST /mcp HTTP/1.1",
      "Host: x",
      `Authorization: Bearer ${ada.token}`,
      "Content-Type: application/json",
    ];
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    socket.write([...lines, `Content-Length: ${Buffer.byteLength(body)}`, "", body].join("\r\n"));
    await eventually(() => expect(model.requests).toHaveLength(1));
    const { signal } = model.requests[0]!;
    expect(signal?.aborted).toBe(false);
    socket.destroy();
    await eventually(() => expect(signal?.aborted).toBe(true));
    await eventually(async () => expect((await ada.send("GET /api/quota")).body.queries_used).toBe(0));
    await eventually(() => expect(app.logLines.filter((line) => line.includes('"outcome":"left"'))).toHaveLength(1));
    expect(app.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});
