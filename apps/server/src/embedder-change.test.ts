import {
  aNoteBody,
  apiOf,
  createHashEmbedder,
  eventually,
  openAiEmbeddings,
  startProviderServer,
  startServerProcess,
  type Api,
  type ServerProcess,
} from "@knote/testkit";
import { expect, it } from "vitest";

/** Together with the demo graph, more notes than fit into one call of an embedder. */
const NOTES = 60;
const SLEEPLESS = "Why do I lie in bed with open eyes?";
const COFFEE = aNoteBody(
  "Coffee after three spoils my sleep",
  "An espresso in the afternoon keeps me awake for an hour.",
);

/** Starts a server with OpenAI's protocol and its own kind of vectors; it stops answering after some calls. */
async function startEmbeddingServer() {
  const embedder = createHashEmbedder("remote", 1_536);
  const provider = await startProviderServer(async (response, request) => {
    if (provider.requests.length > remote.answers) return;
    const inputs: readonly string[] = request.body.input;
    const vectors = await embedder.embed(inputs, { priority: "query" });
    const byText = new Map(inputs.map((text, index) => [text, [...vectors[index]!]]));
    await openAiEmbeddings((text) => byText.get(text)!)(response, request);
  });
  const remote = {
    answers: Infinity,
    requests: provider.requests,
    env: { OPENAI_BASE_URL: `${provider.url}/v1`, EMBEDDING_MODEL: "text-embedding-3-small" },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
  return remote;
}

async function untilIndexed(api: Api): Promise<void> {
  await eventually(async () => expect((await api("GET", "/health")).body).toMatchObject({ status: "ok", pending: 0 }));
}

async function untilOutputHas(server: ServerProcess, text: string): Promise<void> {
  await eventually(() => expect(server.output()).toContain(text));
}

it("answers from the old vectors while it embeds again, finishes after kill -9, and loses nothing", async () => {
  await using remote = await startEmbeddingServer();
  await using server = await startServerProcess();
  const before = await apiOf(server, "github:1");
  const { body: coffee } = await before("POST", "/api/workspace/notes", COFFEE);
  const titles = Array.from({ length: NOTES }, (_, index) => `Claim ${index} about hens`);
  await Promise.all(titles.map((title) => before("POST", "/api/workspace/notes", aNoteBody(title))));
  await untilIndexed(before);

  // The first batch is embedded, the second is never answered.
  remote.answers = 1;
  await server.restart(remote.env);
  await eventually(() => expect(remote.requests.length).toBeGreaterThan(1));
  await untilOutputHas(server, "until then the earlier vectors answer");
  expect(server.output()).toMatch(/"notes":\d+,"windows":\d+,"tokens":\d+/);
  const during = await apiOf(server, "github:1");
  // A busy server reports its search as down for a moment.
  await eventually(async () => {
    const { body: health } = await during("GET", "/health");
    expect(health).toMatchObject({ status: "ok", pending: expect.any(Number) });
    expect(health.pending).toBeGreaterThan(0);
  });
  await eventually(async () => {
    const { body } = await during("POST", "/api/recall", { query: SLEEPLESS });
    expect(body.results[0].id).toBe(coffee.id);
  });
  const { body: bats } = await during("POST", "/api/workspace/notes", aNoteBody("Bats hunt by echo"));
  await server.kill("SIGKILL");

  remote.answers = Infinity;
  await server.restart();
  await untilOutputHas(server, "the new vectors answer");
  const after = await apiOf(server, "github:1");
  await untilIndexed(after);
  const requestCount = remote.requests.length;
  const { body: recallBody } = await after("POST", "/api/recall", { query: "bats hunt by echo explained" });
  expect(recallBody.results[0]).toMatchObject({ id: bats.id });
  expect(recallBody.results[0].similarity).toBeGreaterThan(0.8);
  expect(remote.requests.slice(requestCount).map(({ body }) => body.input)).toEqual([["bats hunt by echo explained"]]);
  const { body: listBody } = await after("GET", "/api/graph/notes");
  expect(listBody.notes).toHaveLength(NOTES + 2);
});

it("changes from an embedder that it can no longer call", async () => {
  await using remote = await startEmbeddingServer();
  await using server = await startServerProcess({ env: remote.env });
  const before = await apiOf(server, "github:1");
  const { body: coffee } = await before("POST", "/api/workspace/notes", COFFEE);
  await untilIndexed(before);
  const requestCount = remote.requests.length;
  await server.restart({});
  await untilOutputHas(server, "until then notes are found by their words alone");
  const during = await apiOf(server, "github:1");
  expect((await during("POST", "/api/recall", { query: "espresso" })).body.results[0].id).toBe(coffee.id);
  await untilOutputHas(server, "the new vectors answer");
  expect((await during("POST", "/api/recall", { query: SLEEPLESS })).body.results[0].id).toBe(coffee.id);
  expect(remote.requests).toHaveLength(requestCount);
});
