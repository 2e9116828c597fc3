import { aNoteBody, apiOf, eventually, startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";

it("stores notes, finds them by words and by meaning, answers from them and counts the question", async () => {
  await using server = await startServerProcess();
  const api = await apiOf(server, "github:1");
  const creation = await api(
    "POST",
    "/api/workspace/notes",
    aNoteBody("Coffee after three spoils my sleep", "An espresso in the afternoon keeps me awake for an hour longer."),
  );
  expect(creation).toMatchObject({ status: 201, body: { state: "active", importance: 0.5, tags: [], auto_links: [] } });
  await api(
    "POST",
    "/api/workspace/notes",
    aNoteBody("Sourdough needs a warm kitchen", "The dough rises twice as fast at 26 degrees."),
  );

  const list = await api("GET", "/api/graph/notes");
  expect(list.body.notes.map((note: { title: string }) => note.title)).toEqual([
    "Sourdough needs a warm kitchen",
    "Coffee after three spoils my sleep",
  ]);
  const search = await api("GET", "/api/graph/notes?q=espressos");
  expect(search.body.notes.map((note: { id: string }) => note.id)).toEqual([creation.body.id]);

  await eventually(async () => expect((await api("GET", "/health")).body).toMatchObject({ status: "ok", pending: 0 }));
  const recall = await api("POST", "/api/recall", { query: "Why do I lie in bed with open eyes?" });
  expect(recall.body.results[0].id).toBe(creation.body.id);
  const answer = await api("POST", "/api/ask", { query: "What keeps me awake?" });
  expect(answer.status).toBe(200);
  expect(answer.body.answer).toContain("[1]");
  expect(answer.body.sources[0]).toMatchObject({ id: creation.body.id, title: "Coffee after three spoils my sleep" });
  expect((await api("GET", "/api/quota")).body).toMatchObject({ tier: "free", queries_used: 1, queries_limit: 50 });
});

it("creates its own secret, and keeps it and all data over a restart", async () => {
  await using server = await startServerProcess({ env: { JWT_SECRET: "" } });
  const before = await apiOf(server, "local:owner");
  const creation = await before("POST", "/api/workspace/notes", aNoteBody("Kept"));
  expect(creation.status).toBe(201);
  await server.restart();
  const after = await apiOf(server, "local:owner");
  expect((await after("GET", `/api/workspace/notes/${creation.body.id}`)).body).toMatchObject({ title: "Kept" });
  expect((await after("GET", "/api/quota")).body).toMatchObject({ tier: "agent", queries_limit: -1 });
});

it("has the demo graph, and answers over it", async () => {
  await using server = await startServerProcess();
  const api = await apiOf(server, "github:1");
  const graph = (await api("GET", "/api/demo/graph")).body;
  expect(graph.notes.length).toBeGreaterThan(50);
  await eventually(async () => expect((await api("GET", "/health")).body.pending).toBe(0));
  expect((await api("GET", "/api/demo/ask")).body.sources.length).toBeGreaterThan(0);
});

it("answers exactly 10 of 50 questions at once when 10 are left", async () => {
  await using server = await startServerProcess();
  const api = await apiOf(server, "github:1");
  await api("POST", "/api/workspace/notes", aNoteBody("The sky is blue"));
  const ask = async () => (await api("POST", "/api/ask", { query: "Which colour has the sky?" })).status;
  for (let count = 0; count < 40; count++) expect(await ask()).toBe(200);
  const statuses = await Promise.all(Array.from({ length: 50 }, ask));
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  expect((await api("GET", "/api/quota")).body.queries_used).toBe(50);
});
