import { describe, expect, it } from "vitest";
import { IMPORT, importLinesOf, NDJSON } from "../testing/import-lines-of.ts";
import { startApp, type TestCaller } from "../testing/start-app.ts";

const note = (key: string | undefined, title: string, fields: object = {}) => ({
  note: { ...(key !== undefined && { key }), title, content: "-", note_type: "fact", ...fields },
});
const link = (source: string, relation: string, target: string) => ({ link: { source, target, relation } });
const titles = async (caller: TestCaller): Promise<string[]> =>
  (await caller.send("GET /api/graph/notes")).body.notes.map(({ title }: { title: string }) => title);

describe("an import", () => {
  it("answers each line in order, then the totals", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const { status, headers, results, summary } = await importLinesOf(ada, [
      note("owls", " Owls hunt ", { tags: ["Bird", "BIRD"] }),
      "",
      note("bats", "Bats fly"),
      link("owls", "extends", "bats"),
      link("owls", "extends", "bats"),
      note("owls", "Owls hunt", { tags: ["Bird"] }),
    ]);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/x-ndjson");
    const [owls, bats] = results.map(({ id }) => id);
    expect(results).toEqual([
      { line: 1, status: "created", id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { line: 3, status: "created", id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { line: 4, status: "linked" },
      { line: 5, status: "exists" },
      { line: 6, status: "exists", id: owls },
    ]);
    expect(summary).toEqual({ done: true, created: 2, exists: 2, linked: 1, failed: 0 });
    expect((await ada.send(`GET /api/workspace/notes/${owls}`)).body).toEqual({
      id: owls,
      title: "Owls hunt",
      content: "-",
      note_type: "fact",
      state: "active",
      tags: ["Bird"],
      importance: 0.5,
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z",
    });
    expect((await ada.send("GET /api/graph/links")).body.links).toMatchObject([{ source_id: owls, target_id: bats }]);
    expect((await ada.send("GET /api/graph/notes?q=owl")).body.notes).toHaveLength(1);
  });

  it("of an empty body has empty totals", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const { results, summary } = await importLinesOf(ada, ["", " \t\r"]);
    expect(results).toEqual([]);
    expect(summary).toEqual({ done: true, created: 0, exists: 0, linked: 0, failed: 0 });
    expect(await ada.events()).toEqual([]);
  });

  it("takes a last line without a line end, Windows line ends and a byte order mark", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const bytes = `\u{feff}${JSON.stringify(note("a", "One"))}\r\n${JSON.stringify(note("b", "Two"))}`;
    const { text } = await ada.send(IMPORT, { bytes, headers: { "Content-Type": "application/jsonl; charset=utf-8" } });
    expect(text).toContain('"created":2');
  });

  it("keeps the given creation time, and its ids sort by it", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const { results } = await importLinesOf(ada, [
      note("new", "New"),
      note("old", "Old", { created_at: "2021-03-04T06:06:07.5+01:00" }),
      note("older", "Older", { created_at: "1970-01-01T00:00:00Z" }),
    ]);
    const [latest, old, older] = results.map(({ id }) => id!);
    expect(older! < old! && old! < latest!).toBe(true);
    expect(await titles(ada)).toEqual(["New", "Old", "Older"]);
    const { body } = await ada.send(`GET /api/workspace/notes/${old}`);
    expect([body.created_at, body.updated_at]).toEqual(["2021-03-04T05:06:07.500Z", "2021-03-04T05:06:07.500Z"]);
  });

  it("keeps the given time of a link, from the moment of its younger note on", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const timed = (relation: string, created_at: string) => ({
      link: { ...link("old", relation, "new").link, created_at },
    });
    const { results } = await importLinesOf(ada, [
      note("old", "Old", { created_at: "2021-03-04T05:06:07Z" }),
      note("new", "New", { created_at: "2022-03-04T05:06:07Z" }),
      timed("extends", "2022-03-04T06:06:07+01:00"),
      timed("supersedes", "2026-03-01T12:00:00Z"),
      timed("contradicts", "2022-03-04T05:06:06.999Z"),
      link("old", "relates_to", "new"),
    ]);
    expect(results.slice(2).map(({ status }) => status)).toEqual(["linked", "linked", "error", "linked"]);
    const { body } = await ada.send("GET /api/graph/links");
    const times = body.links.map((one: { relation: string; created_at: string }) => [one.relation, one.created_at]);
    expect(Object.fromEntries(times)).toEqual({
      extends: "2022-03-04T05:06:07.000Z",
      supersedes: "2026-03-01T12:00:00.000Z",
      relates_to: "2026-03-01T12:00:00.000Z",
    });
  });

  it("takes a state that says the note is archived, unless the flag says otherwise", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const { summary } = await importLinesOf(ada, [
      note("a", "One", { state: "archived" }),
      note("b", "Two", { state: "contested" }),
      note("c", "Three", { state: "archived", archived: false }),
      note("d", "Four", { state: "lost" }),
    ]);
    expect(summary).toMatchObject({ created: 3, failed: 1 });
    const { body } = await ada.send("GET /api/graph/notes?state=archived");
    expect(body.notes.map(({ title }: { title: string }) => title)).toEqual(["One"]);
  });

  it("reports its counts in one event, without events for the notes", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    await importLinesOf(ada, [note("a", "One"), note("b", "Two"), link("a", "relates_to", "b"), "x"]);
    expect((await ada.send("GET /api/activity")).body.events).toMatchObject([
      {
        event: "import_progress",
        data: { type: "import_progress", data: { created: 2, exists: 0, linked: 1, failed: 1 } },
      },
    ]);
  });

  it("ignores idempotency keys and quota", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const bytes = JSON.stringify(note(undefined, "Twice"));
    for (let time = 0; time < 2; time++)
      await ada.send(IMPORT, { bytes, headers: { ...NDJSON, "Idempotency-Key": "once" } });
    expect(await titles(ada)).toEqual(["Twice", "Twice"]);
    expect((await ada.send("GET /api/quota")).body.queries_used).toBe(0);
  });
});

describe("the request of an import", () => {
  it.each<[string, number, string | undefined, Record<string, string>]>([
    ["nobody", 401, undefined, NDJSON],
    ["a reader", 403, "notes:read ask", NDJSON],
    ["JSON", 415, "notes:write", { "Content-Type": "application/json" }],
    ["text", 415, "notes:write", { "Content-Type": "text/plain" }],
    ["compressed lines", 415, "notes:write", { ...NDJSON, "Content-Encoding": "gzip" }],
    ["a reader with text", 403, "notes:read", { "Content-Type": "text/plain" }],
  ])("refuses %s with %d, and stores nothing", async (_who, status, scope, headers) => {
    await using app = await startApp();
    const token = scope === undefined ? {} : { token: await app.token("ada", { scope }) };
    const answer = await app.send(IMPORT, { ...token, headers, bytes: JSON.stringify(note("a", "One")) });
    expect([answer.status, Object.keys(answer.body)]).toEqual([status, ["detail"]]);
    expect(await titles(await app.user("ada"))).toEqual([]);
  });

  it("takes only POST", async () => {
    await using app = await startApp();
    const { status, headers } = await (await app.user("ada")).send("GET /api/workspace/import");
    expect([status, headers["allow"]]).toEqual([405, "OPTIONS, POST"]);
  });
});
