import type { AppRouter } from "@knote/api";
import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../testing/start-app.ts";

function typedClient(app: TestApp, token?: string, isBatched = false) {
  const link = isBatched ? httpBatchLink : httpLink;
  return createTRPCClient<AppRouter>({
    links: [
      link({ url: `${app.url}/trpc`, ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }) }),
    ],
  });
}

async function refusalOf(call: Promise<unknown>): Promise<{ status: number; message: string; text: string }> {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof TRPCClientError)) throw new Error("The call was not refused.");
  return { status: error.data.httpStatus, message: error.message, text: JSON.stringify(error.shape) };
}

describe("the router under /trpc", () => {
  it("serves typed clients with the same tokens", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const client = typedClient(app, ada.token);
    const note = await client.notes.create.mutate({
      title: "Sleep consolidates memory",
      content: "-",
      note_type: "fact",
    });
    expect((await ada.send(`GET /api/workspace/notes/${note.id}`)).body).toEqual(
      await client.notes.get.query({ id: note.id }),
    );
    expect(await refusalOf(typedClient(app).notes.get.query({ id: note.id }))).toMatchObject({ status: 401 });
    expect(await refusalOf(typedClient(app, "a.b.c").notes.get.query({ id: note.id }))).toMatchObject({ status: 401 });
    const reader = typedClient(app, await app.token("ada", { scope: "notes:read" }));
    expect(await refusalOf(reader.notes.delete.mutate({ id: note.id }))).toMatchObject({ status: 403 });
    const grace = typedClient(app, await app.token("grace"));
    expect(await refusalOf(grace.notes.get.query({ id: note.id }))).toMatchObject({
      status: 404,
      message: "Note not found.",
    });
    expect(await typedClient(app, "a.b.c").quota.pricing.query()).toHaveProperty("tiers");
  });

  it("takes several calls at once, but not too many", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const client = typedClient(app, ada.token, true);
    const titles = ["One", "Two", "Three"];
    const createdNotes = await Promise.all(
      titles.map((title) => client.notes.create.mutate({ title, content: "-", note_type: "fact" })),
    );
    expect(createdNotes.map(({ title }) => title)).toEqual(titles);
    const many = Array.from({ length: 21 }, () => "quota.get").join(",");
    expect((await ada.send(`GET /trpc/${many}?batch=1&input=%7B%7D`)).status).toBe(400);
    expect((await ada.send("GET /api/graph/stats")).body.total_notes).toBe(3);
  });

  it("has the same bounds for bodies", async () => {
    await using app = await startApp({ bodyLimitBytes: 500 });
    const ada = await app.user("ada");
    const post = async (requestOptions: object) => (await ada.send("POST /trpc/notes.create", requestOptions)).status;
    const long = JSON.stringify({ title: "x".repeat(600), content: "-", note_type: "fact" });
    expect(await post({ bytes: long })).toBe(413);
    expect(await post({ bytes: long, headers: { "Content-Type": "text/plain" } })).toBe(415);
    expect(await post({ bytes: "{}", headers: { "Content-Encoding": "gzip" } })).toBe(415);
    expect(await post({ bytes: "{" })).toBe(400);
    const headers = { Authorization: `Bearer ${ada.token}`, "Content-Type": "application/json" };
    const chunkedAnswer = await fetch(`${app.url}/trpc/notes.create`, {
      method: "POST",
      headers,
      body: new Blob([long]).stream(),
      duplex: "half",
    });
    expect(chunkedAnswer.status).toBe(413);
    expect(await ada.events()).toEqual([]);
  });

  it("reveals no internal failures and no stacks", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    app.services.embedder.failWith(new Error("secret: disk sda1 on fire"));
    const failure = await refusalOf(typedClient(app, ada.token).recall.recall.mutate({ query: "What?" }));
    expect(failure).toMatchObject({ status: 500, message: "Internal server error." });
    expect(failure.text).not.toMatch(/secret|stack|\.ts/);
    expect(app.logLines.join()).toContain("request failed");
    const unknown = await ada.send("GET /trpc/notes.nothing");
    expect(unknown.status).toBe(404);
    expect(unknown.text).not.toMatch(/stack|\.ts/);
  });

  it("sends the same headers as REST", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const ask = (query: string) => ada.send("POST /trpc/recall.ask", { json: { query } });
    const first = await ask("Compare naps and sleep");
    expect(first.headers).toMatchObject({ "x-model-fallback": "sonnet-quota", "content-type": "application/json" });
    expect(first.headers["x-request-id"]).toBeDefined();
    for (let index = 1; index < 50; index++) await ask("What?");
    const refusal = await ask("What?");
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
    expect((await app.send("GET /trpc/quota.get")).headers["www-authenticate"]).toBe("Bearer");
  });

  it("answers HTTP methods like every path", async () => {
    await using app = await startApp();
    expect((await app.send("PUT /trpc/notes.create")).headers["allow"]).toBe("GET, HEAD, OPTIONS, POST");
    expect((await app.send("OPTIONS /trpc/notes.create")).status).toBe(204);
    expect((await app.send("GET /trpc/notes.create?input=%7B%7D")).status).toBe(405);
    expect((await app.send("GET /trpc/%zz")).status).toBe(404);
  });

  it("writes one line to the log, without input", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const before = app.logLines.length;
    await ada.send(`GET /trpc/notes.list?input=${encodeURIComponent('{"q":"private"}')}`);
    const lines = app.logLines.slice(before);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      route: "/trpc/{procedures}",
      method: "GET",
      status: 200,
      user: expect.any(String),
    });
    expect(lines[0]).not.toContain("private");
  });
});

describe("REST and tRPC", () => {
  /** The same input over REST and tRPC, as JSON and, for REST, as the text of a query. */
  const CASES: [string, unknown, string][] = [
    ["limit as a number", { limit: 2 }, "limit=2"],
    ["a filter that stands once", { note_type: "fact" }, "note_type=fact&limit=100"],
    [
      "a filter that stands twice",
      { note_type: ["fact", "belief"], limit: 5 },
      "note_type=fact&note_type=belief&limit=5",
    ],
    ["a search", { q: "memory", limit: 5 }, "q=memory&limit=5"],
  ];

  it.each(["REST first", "tRPC first"])("answer the same input alike (%s)", async (order) => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (const title of ["Sleep consolidates memory", "Naps help memory", "Coffee does not"]) await ada.note(title);
    for (const [, input, search] of CASES) {
      const rest = async () => (await ada.send(`GET /api/graph/notes?${search}`)).body.notes as unknown;
      const trpc = async () =>
        (await ada.send(`GET /trpc/notes.list?input=${encodeURIComponent(JSON.stringify(input))}`)).body.result.data
          .notes as unknown;
      const [one, other] = order === "REST first" ? [await rest(), await trpc()] : [await trpc(), await rest()];
      expect(one).toEqual(other);
    }
  });

  it.each(["REST first", "tRPC first"])("read text as values only in a query (%s)", async (order) => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const id = await ada.note("Sleep consolidates memory");
    const inQueries = async () => {
      expect((await ada.send("GET /api/graph/notes?limit=2")).status).toBe(200);
      expect((await ada.send(`GET /api/workspace/notes/${id}/suggestions?limit=2`)).status).toBe(200);
      expect((await ada.send(`DELETE /api/workspace/notes/${id}?purge=false`)).status).toBe(204);
      expect((await ada.send(`POST /api/workspace/notes/${id}/restore`)).status).toBe(200);
    };
    const elsewhere = async () => {
      const input = (value: unknown) => encodeURIComponent(JSON.stringify(value));
      expect((await ada.send(`GET /trpc/notes.list?input=${input({ limit: "2" })}`)).status).toBe(400);
      expect((await ada.send(`GET /trpc/notes.suggestions?input=${input({ id, limit: "2" })}`)).status).toBe(400);
      expect((await ada.send("POST /trpc/notes.delete", { json: { id, purge: "false" } })).status).toBe(400);
      expect((await ada.send("POST /api/recall", { json: { query: "What?", limit: "2" } })).status).toBe(422);
      expect((await ada.send(`PUT /api/workspace/notes/${id}`, { json: { importance: "0.5" } })).status).toBe(422);
    };
    for (const step of order === "REST first" ? [inQueries, elsewhere, inQueries] : [elsewhere, inQueries, elsewhere])
      await step();
  });

  it("refuse and accept the same bodies, with the same issues", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const bodies = [
      { title: " Sleep ", content: "x", note_type: "fact", tags: ["A", "a"], extra: 1 },
      { title: "", content: "x", note_type: "fact" },
      { title: "x", content: "x", note_type: "rumour", importance: 2, tags: [""] },
      {},
    ];
    for (const json of bodies) {
      const [rest, trpc] = [
        await ada.send("POST /api/workspace/notes", { json }),
        await ada.send("POST /trpc/notes.create", { json }),
      ];
      if (rest.status === 201) {
        const { id: _one, ...made } = rest.body;
        const { id: _other, ...alike } = trpc.body.result.data;
        expect({ ...made, auto_links: [] }).toEqual({ ...alike, auto_links: [] });
      } else {
        expect([rest.status, trpc.status]).toEqual([422, 400]);
        const issues = JSON.parse(trpc.body.error.message) as { path: (string | number)[]; message: string }[];
        expect(rest.body.issues).toEqual(issues.map(({ path, message }) => ({ path: path.join("."), message })));
      }
    }
  });
});
