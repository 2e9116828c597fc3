import {
  anthropicError,
  anthropicStream,
  aNoteBody,
  apiOf,
  eventually,
  openAiEmbeddings,
  type ProviderReply,
  silence,
  startProviderServer,
  startServerProcess,
} from "@knote/testkit";
import { expect, it } from "vitest";

const ANTHROPIC_KEY = "sk-ant-7f3a9c2e";
const OPENAI_KEY = "sk-openai-5d1b";
const QUESTION = { query: "Where does the xylophone stand?" };

/** Vectors that are near for texts about the same thing. */
const embeddings = openAiEmbeddings((text) => [Number(/xylophone/i.test(text)), Number(/tea/i.test(text)), 0.1]);

function byPath(answer: ProviderReply): ProviderReply {
  return (response, request) => (request.path.endsWith("/embeddings") ? embeddings : answer)(response, request);
}

async function startWithProviders(answer: ProviderReply) {
  const provider = await startProviderServer(byPath(answer));
  const server = await startServerProcess({
    env: {
      ANTHROPIC_API_KEY: ANTHROPIC_KEY,
      ANTHROPIC_BASE_URL: provider.url,
      OPENAI_API_KEY: OPENAI_KEY,
      OPENAI_BASE_URL: `${provider.url}/v1`,
      LOG_LEVEL: "trace",
    },
  });
  const api = await apiOf(server, "github:1");
  const note = await api(
    "POST",
    "/api/workspace/notes",
    aNoteBody("The xylophone stands in the attic", "Beside a box."),
  );
  await api("POST", "/api/workspace/notes", aNoteBody("Tea keeps me calm", "Every evening."));
  await eventually(async () => expect((await api("GET", "/health")).body).toMatchObject({ status: "ok", pending: 0 }));
  return {
    provider,
    server,
    api,
    noteId: note.body.id,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

it("answers with a provider's model from the caller's notes, and sends it no more than it needs", async () => {
  await using parts = await startWithProviders(
    anthropicStream([{ text: "Sure. " }, { text: "It stands in the attic", cites: [0] }, { text: "." }]),
  );
  const { status, body } = await parts.api("POST", "/api/ask", QUESTION);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    answer: "It stands in the attic [1].",
    model: "claude-haiku-5-5",
    sources: [{ id: parts.noteId, title: "The xylophone stands in the attic" }],
  });
  expect((await parts.api("GET", "/api/pricing")).body.tiers.pro.default_model).toBe("claude-haiku-5-5");

  const { requests } = parts.provider;
  const answerRequests = requests.filter(({ path }) => path === "/v1/messages");
  expect(answerRequests).toHaveLength(1);
  expect(answerRequests[0]!.text).toContain("The xylophone stands in the attic");
  for (const { text, headers } of requests) {
    expect(`${text} ${JSON.stringify(headers)}`).not.toMatch(/github:1|local:owner/);
    expect(text).not.toContain(parts.noteId);
  }
  await parts.server.kill("SIGTERM");
  const output = parts.server.output();
  expect(output).toContain("/api/ask");
  for (const secret of [ANTHROPIC_KEY, OPENAI_KEY]) expect(output).not.toContain(secret);
  expect(output).not.toMatch(/xylophone|attic/i);
});

it("answers 502 when the provider fails, spends no quota, and says why in the log alone", async () => {
  await using parts = await startWithProviders(anthropicError(401, "authentication_error", `bad key ${ANTHROPIC_KEY}`));
  const { status, body } = await parts.api("POST", "/api/ask", QUESTION);
  expect({ status, body }).toEqual({ status: 502, body: { detail: "The answer model answered with an error." } });
  expect((await parts.api("GET", "/api/quota")).body).toMatchObject({ queries_used: 0, sonnet_queries_used: 0 });
  expect(parts.server.output()).toContain("authentication_error");
  expect(parts.server.output()).not.toContain(ANTHROPIC_KEY);
});

it("hangs up on the provider when the caller leaves", async () => {
  await using parts = await startWithProviders(silence());
  const token = await parts.server.token("github:1");
  const leaving = new AbortController();
  const answer = fetch(`${parts.server.url}/api/ask`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(QUESTION),
    signal: leaving.signal,
  });
  const answerRequests = () => parts.provider.requests.filter(({ path }) => path === "/v1/messages");
  await eventually(() => expect(answerRequests()).toHaveLength(1));
  const abandonedBefore = parts.provider.abandonedCount;
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await eventually(() => expect(parts.provider.abandonedCount).toBe(abandonedBefore + 1));
  await eventually(async () => expect((await parts.api("GET", "/api/quota")).body).toMatchObject({ queries_used: 0 }));
});
