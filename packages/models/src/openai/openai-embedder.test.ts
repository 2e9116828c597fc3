import {
  eventually,
  jsonReply,
  openAiEmbeddings,
  openAiError,
  type ProviderReply,
  rawReply,
  silence,
  startProviderServer,
} from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { QUICK, setUpRemote, TEST_KEY } from "../testing/set-up-remote.ts";
import { embeddingPrice } from "./embedding-models.ts";
import { createOpenAiEmbedder } from "./openai-embedder.ts";

/** Returns a vector that encodes the text's length. */
const byLength = (text: string) => [text.length, 1, 0];
const background = { priority: "background" } as const;
const query = { priority: "query" } as const;

function lengthOf(vector: Float32Array | undefined): number {
  return Math.round(vector![0]! / vector![1]!);
}

describe("vectors", () => {
  it.each([
    ["base64", {}],
    ["numbers, when the server ignores the requested encoding", { plain: true }],
    ["any order", { reversed: true }],
  ])("come as %s: normalised, in the order of the texts", async (_what, ways) => {
    await using server = await startProviderServer(openAiEmbeddings(byLength, ways));
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    const vectors = await embedder.embed(["a", "bbb", "cc", "bbb"], background);
    expect(vectors.map(lengthOf)).toEqual([1, 3, 2, 3]);
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]!.body.input).toEqual(["a", "bbb", "cc"]);
  });

  it("come as numbers from a server that refuses base64", async () => {
    const refusal = openAiError(400, { message: "encoding_format must be float", param: "encoding_format" });
    await using server = await startProviderServer(refusal, openAiEmbeddings(byLength));
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    await embedder.embed(["a"], background);
    await embedder.embed(["b"], background);
    expect(server.requests.map(({ body }) => body.encoding_format)).toEqual(["base64", "float", "float"]);
  });

  it("are each caller's own", async () => {
    await using server = await startProviderServer(openAiEmbeddings(byLength));
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    const [first] = await embedder.embed(["same"], query);
    first!.fill(7);
    const [second] = await embedder.embed(["same"], query);
    expect(lengthOf(second)).toBe(4);
  });

  it.each<[string, ProviderReply]>([
    ["too few", jsonReply(200, { data: [] })],
    ["of no direction", openAiEmbeddings(() => [0, 0, 0])],
    ["no numbers", openAiEmbeddings(() => [Number.NaN, 1, 1])],
    ["of different lengths", openAiEmbeddings((text) => Array.from({ length: text.length }, () => 1))],
    [
      "missing",
      jsonReply(200, {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ],
      }),
    ],
    ["HTML", rawReply(200, "<html>", { "content-type": "text/html" })],
    ["cut", rawReply(200, '{"data":[{"embed', { "content-type": "application/json" })],
  ])("that are %s are a failure of the provider", async (_what, reply) => {
    await using server = await startProviderServer(reply);
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    await expect(embedder.embed(["a", "bb"], background)).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
  });

  it("always have the same length", async () => {
    await using server = await startProviderServer(
      openAiEmbeddings(byLength),
      openAiEmbeddings(() => [1, 1]),
    );
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    expect(embedder.dimensions).toBe(0);
    await embedder.embed(["a"], background);
    expect(embedder.dimensions).toBe(3);
    await expect(embedder.embed(["b"], background)).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
    expect(embedder.dimensions).toBe(3);
  });
});

describe("what leaves", () => {
  it("is the texts and the model, and nothing else", async () => {
    await using server = await startProviderServer(openAiEmbeddings(byLength));
    await createOpenAiEmbedder(setUpRemote(server).remote).embed(["a text", ""], background);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "POST", path: "/embeddings" });
    expect(request!.headers.authorization).toBe(`Bearer ${TEST_KEY}`);
    // An empty text would be refused.
    expect(request!.body).toEqual({ model: "test-model", input: ["a text", " "], encoding_format: "base64" });
  });

  it("comes in batches of bounded count and size", async () => {
    await using server = await startProviderServer(openAiEmbeddings(byLength));
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    const many = Array.from({ length: 100 }, (_, index) => "x".repeat(index + 1));
    expect((await embedder.embed(many, background)).map(lengthOf)).toEqual(many.map((text) => text.length));
    const long = Array.from({ length: 40 }, (_, index) => `${index} ${"y".repeat(7_900)}`);
    await embedder.embed(long, background);
    const batches = server.requests.map(({ body }) => body.input.length);
    expect(batches).toEqual([96, 4, 31, 9]);
  });

  it("is cut to the model's window, between characters", async () => {
    await using server = await startProviderServer(openAiEmbeddings(byLength));
    await createOpenAiEmbedder(setUpRemote(server).remote).embed([`a${"€".repeat(10_000)}`], background);
    const [sentText] = server.requests[0]!.body.input;
    expect(sentText).toBe(`a${"€".repeat(2_666)}`);
  });

  it("is cut shorter, from then on, for a model with a smaller window", async () => {
    const refusal = openAiError(400, { message: "input length exceeds the context length" });
    await using server = await startProviderServer(refusal, refusal, openAiEmbeddings(byLength));
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    await embedder.embed(["z".repeat(9_000)], background);
    await embedder.embed(["y".repeat(9_000)], background);
    expect(server.requests.map(({ body }) => body.input[0].length)).toEqual([8_000, 4_000, 2_000, 2_000]);
  });
});

describe("a text that is too long for the model", () => {
  const refusing = (mostTokens: number): ProviderReply => {
    const embed = openAiEmbeddings(byLength);
    return async (response, request) => {
      const tokensOf = (text: string) =>
        text.replace(/[a-z ]/gi, "").length * 3 + text.replace(/[^a-z ]/gi, "").length / 4;
      const isLong = (request.body.input as string[]).some((text) => tokensOf(text) > mostTokens);
      const reply = isLong ? openAiError(400, { message: "maximum context length exceeded" }) : embed;
      await reply(response, request);
    };
  };
  const lastSentText = (server: { requests: readonly { body: { input: string[] } }[] }, first: string) =>
    server.requests.flatMap(({ body }) => body.input).findLast((text) => text.startsWith(first))!;

  it("shortens no plain text of anybody's, and texts as dense from then on", async () => {
    await using server = await startProviderServer(refusing(2_100));
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    await embedder.embed(["English ".repeat(1_100), "機械学習".repeat(700), "short"], background);
    expect(lastSentText(server, "English")).toHaveLength(8_000);
    expect(Buffer.byteLength(lastSentText(server, "機"))).toBeGreaterThan(900);
    await embedder.embed(["Again in English ".repeat(600)], background);
    expect(lastSentText(server, "Again")).toHaveLength(8_000);
    const before = server.requests.length;
    await embedder.embed(["学習".repeat(2_000)], background);
    expect(server.requests).toHaveLength(before + 1);
  });

  it("changes nothing for other texts when it is refused at any length", async () => {
    const refusal = openAiError(400, { message: "the text is too long, the encoding unknown" });
    await using server = await startProviderServer(refusal);
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    await expect(embedder.embed(["z".repeat(9_000)], background)).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
    server.replies(openAiEmbeddings(byLength));
    await embedder.embed(["y".repeat(9_000)], background);
    expect(server.requests.at(-1)!.body).toMatchObject({ encoding_format: "base64", input: ["y".repeat(8_000)] });
  });
});

describe("priorities", () => {
  it("let a query pass background texts, which are sent one batch at a time", async () => {
    const releases: (() => void)[] = [];
    const embed = openAiEmbeddings(byLength);
    await using server = await startProviderServer(async (response, request) => {
      if (request.body.input[0].startsWith("note")) await new Promise<void>((resolve) => releases.push(resolve));
      await embed(response, request);
    });
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    const first = embedder.embed(["note 1"], background);
    const second = embedder.embed(["note 2"], background);
    await eventually(() => expect(releases).toHaveLength(1));
    expect((await embedder.embed(["question"], query)).map(lengthOf)).toEqual([8]);
    expect(server.requests).toHaveLength(2);
    releases[0]!();
    await first;
    await eventually(() => expect(releases).toHaveLength(2));
    releases[1]!();
    await second;
  });

  it("determine how long a text would wait", async () => {
    const releases: (() => void)[] = [];
    const embed = openAiEmbeddings(byLength);
    await using server = await startProviderServer(async (response, request) => {
      await new Promise<void>((resolve) => releases.push(resolve));
      await embed(response, request);
    });
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    expect(embedder.queueDelayMs()).toBe(0);
    const texts = ["a", "b", "c", "d"];
    const all = Promise.all(texts.map((text) => embedder.embed([text], { priority: "live" })));
    await eventually(() => expect(releases).toHaveLength(4));
    expect(embedder.queueDelayMs()).toBeGreaterThan(0);
    releases.forEach((release) => release());
    await all;
    expect(embedder.queueDelayMs()).toBe(0);
  });
});

it("asks for a question once for each user", async () => {
  await using server = await startProviderServer(openAiEmbeddings(byLength));
  const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
  const [ada, bob] = [
    { ...query, userId: "ada" },
    { ...query, userId: "bob" },
  ];
  await embedder.embed(["same question"], ada);
  await embedder.embed(["same question"], ada);
  expect(server.requests).toHaveLength(1);
  await embedder.embed(["same question"], bob);
  expect(server.requests).toHaveLength(2);
});

describe("giving up", () => {
  it("rejects with the caller's reason and hangs up", async () => {
    await using server = await startProviderServer(silence());
    const { remote, failures } = setUpRemote(server);
    const embedder = createOpenAiEmbedder(remote);
    const caller = new AbortController();
    const under = embedder.embed(["a"], { ...background, signal: caller.signal });
    const waiting = embedder.embed(["b"], { ...background, signal: caller.signal });
    await eventually(() => expect(server.requests).toHaveLength(1));
    caller.abort(new Error("Enough."));
    await expect(under).rejects.toThrow("Enough.");
    await expect(waiting).rejects.toThrow("Enough.");
    await expect(embedder.embed(["c"], { ...background, signal: caller.signal })).rejects.toThrow("Enough.");
    await eventually(() => expect(server.abandonedCount).toBe(1));
    expect(server.requests).toHaveLength(1);
    expect(failures).toEqual([]);
    expect(embedder.status()).toBe("ready");
  });

  it("frees the lane for the next text", async () => {
    await using server = await startProviderServer(silence(), openAiEmbeddings(byLength));
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    const caller = new AbortController();
    const stuckCall = embedder.embed(["a"], { ...background, signal: caller.signal });
    const next = embedder.embed(["bb"], background);
    await eventually(() => expect(server.requests).toHaveLength(1));
    caller.abort();
    await expect(stuckCall).rejects.toMatchObject({ name: "AbortError" });
    expect((await next).map(lengthOf)).toEqual([2]);
  });

  it("happens to all calls when the embedder is closed", async () => {
    await using server = await startProviderServer(silence());
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    const stuckCall = embedder.embed(["a"], query);
    await eventually(() => expect(server.requests).toHaveLength(1));
    await embedder.close();
    await expect(stuckCall).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(embedder.embed(["b"], query)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(embedder.status()).toBe("down");
  });
});

describe("a provider that fails", () => {
  it("is asked again when it is busy", async () => {
    await using server = await startProviderServer(
      openAiError(429, { message: "Rate limit" }, { "retry-after-ms": "5" }),
      openAiEmbeddings(byLength),
    );
    const embedder = createOpenAiEmbedder(setUpRemote(server).remote);
    expect((await embedder.embed(["aa"], background)).map(lengthOf)).toEqual([2]);
  });

  it("is not called while it cannot be reached, and answers again afterwards", async () => {
    await using server = await startProviderServer(silence());
    const timing = { ...QUICK, silenceMs: 300, coolDownMs: 1_000 };
    const embedder = createOpenAiEmbedder(setUpRemote(server, { timing }).remote);
    await expect(embedder.embed(["a"], query)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(embedder.status()).toBe("down");
    await expect(embedder.embed(["b"], background)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(server.requests).toHaveLength(1);
    server.replies(openAiEmbeddings(byLength));
    await eventually(() => expect(embedder.status()).toBe("ready"));
    expect((await embedder.embed(["bb"], background)).map(lengthOf)).toEqual([2]);
  });

  it("is asked for other users after silence over one user's text, who is refused at once", async () => {
    await using server = await startProviderServer(silence());
    const timing = { ...QUICK, silenceMs: 300, coolDownMs: 60_000 };
    const embedder = createOpenAiEmbedder(setUpRemote(server, { timing }).remote);
    const of = (userId: string) => ({ ...query, userId });
    await expect(embedder.embed(["a"], of("ada"))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(embedder.embed(["b"], of("ada"))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect([embedder.status(), server.requests.length]).toEqual(["ready", 1]);
    server.replies(openAiEmbeddings(byLength));
    expect((await embedder.embed(["bb"], of("bob"))).map(lengthOf)).toEqual([2]);
    expect((await embedder.embed(["aa"], of("ada"))).map(lengthOf)).toEqual([2]);
  });

  it("logs neither key nor text", async () => {
    await using server = await startProviderServer(
      openAiError(400, { message: `Bad input 'the third oak tree' for ${TEST_KEY}` }),
    );
    const { remote, failures } = setUpRemote(server);
    await createOpenAiEmbedder(remote)
      .embed(["under the third oak tree"], background)
      .catch(() => undefined);
    expect(failures).toHaveLength(1);
    expect((failures[0]!.cause as Error).message).toBe("Answered with 400 · invalid_request_error");
  });
});

it("is named by its model and, if it is not OpenAI, its server", () => {
  const embedderOf = (model: string, baseUrl?: string) => createOpenAiEmbedder({ apiKey: "k", model, baseUrl });
  expect(embedderOf("text-embedding-3-small")).toMatchObject({
    model: "openai:text-embedding-3-small",
    dimensions: 1536,
  });
  expect(embedderOf("text-embedding-3-large")).toMatchObject({ dimensions: 3072 });
  expect(embedderOf("m", "https://eu.api.openai.com/v1").model).toBe("openai:m");
  expect(embedderOf("m", "https://api.openai.com.example.com/v1").model).toMatch(/^openai:m@/);
  const local = embedderOf("text-embedding-3-small", "http://localhost:11434/v1");
  expect(local.model).toMatch(/^openai:text-embedding-3-small@[0-9a-f]{8}$/);
  expect(local.dimensions).toBe(0);
  expect(embedderOf("text-embedding-3-small", "http://localhost:1234/v1").model).not.toBe(local.model);
});

it("knows the prices of OpenAI's models only", () => {
  expect(embeddingPrice("text-embedding-3-small")).toBe(0.02);
  expect(embeddingPrice("openai:text-embedding-3-large")).toBe(0.13);
  expect(embeddingPrice("openai:text-embedding-3-small@12345678")).toBeNull();
  expect(embeddingPrice("nomic-embed-text")).toBeNull();
});
