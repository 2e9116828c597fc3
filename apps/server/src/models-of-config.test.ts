import type { Passage } from "@knote/api";
import { parseConfig } from "@knote/config";
import {
  anthropicError,
  anthropicMessage,
  anthropicStream,
  openAiEmbeddings,
  openAiStream,
  startProviderServer,
} from "@knote/testkit";
import { createProcessLimits } from "@knote/rest";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createAnswerModels, createEmbedderOf, createLinkJudge, suggestionDeadlineMs } from "./models-of-config.ts";

const SECRET = "the treasure lies under the third oak";
const PASSAGE: Passage = {
  noteId: "0195cf6a-7c00-7000-8000-000000000000",
  title: "Treasure",
  text: SECRET,
  state: "active",
  createdAt: "2026-03-01T12:00:00.000Z",
  similarity: 0.6,
  score: 1,
  coverage: 0.6,
  contradicts: [],
};
const question = { query: "Where is the treasure?", passages: [PASSAGE], maxTokens: 400 };

function createRecordingLog() {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  return { log, lines };
}

const { log } = createRecordingLog();

describe("without a key", () => {
  const { models } = parseConfig({});

  it("everything is built in, and there is no judge", () => {
    const { default: usual, capable, demo } = createAnswerModels(models, log);
    expect([usual.id, capable.id, demo.id]).toEqual(["knote-extract-1", "knote-synthesis-1", "knote-extract-1"]);
    expect(createLinkJudge(models, createProcessLimits(), log)).toBeNull();
  });
});

describe("with Anthropic", () => {
  it("its models answer and judge; the demo's model stays built in", async () => {
    await using server = await startProviderServer(
      anthropicStream([{ text: "Under an oak.", cites: [0] }]),
      anthropicMessage('{"proposals":[]}'),
    );
    const { models } = parseConfig({ ANTHROPIC_API_KEY: "sk-ant-1", ANTHROPIC_BASE_URL: server.url });
    const { default: usual, capable, demo } = createAnswerModels(models, log);
    expect([usual.id, capable.id, demo.id]).toEqual(["claude-haiku-5-5", "claude-sonnet-5-5", "knote-extract-1"]);
    const parts = await Array.fromAsync(usual.answer(question));
    expect(parts.at(-1)).toEqual({ cited: [1] });
    const judge = createLinkJudge(models, createProcessLimits(), log)!;
    expect(judge.id).toBe("claude-haiku-5-5");
    expect(await judge.judge({ note: PASSAGE, candidates: [PASSAGE] })).toEqual([]);
    expect(server.requests).toHaveLength(2);
    await Array.fromAsync(demo.answer(question));
    expect(server.requests).toHaveLength(2);
  });

  it("the judge is the one that is not built in", () => {
    const { models } = parseConfig({ ANTHROPIC_API_KEY: "sk-ant-1", DEFAULT_MODEL: "knote-extract-1" });
    expect(createAnswerModels(models, log).default.id).toBe("knote-extract-1");
    expect(createLinkJudge(models, createProcessLimits(), log)?.id).toBe("claude-sonnet-5-5");
  });
});

describe("with a server that is compatible with OpenAI", () => {
  it("answers and embeds with the configured models", async () => {
    await using server = await startProviderServer(
      openAiStream(["Under an oak [1]."]),
      openAiEmbeddings(() => [3, 4]),
    );
    const { models } = parseConfig({
      OPENAI_BASE_URL: `${server.url}/v1`,
      DEFAULT_MODEL: "qwen3:8b",
      EMBEDDING_MODEL: "nomic-embed-text",
    });
    const { default: usual, capable } = createAnswerModels(models, log);
    expect([usual.id, capable.id]).toEqual(["qwen3:8b", "qwen3:8b"]);
    expect((await Array.fromAsync(usual.answer(question))).at(-1)).toEqual({ cited: [1] });
    const embedder = createEmbedderOf(models, log);
    expect(embedder.model).toMatch(/^openai:nomic-embed-text@/);
    const [vector] = await embedder.embed(["text"], { priority: "query" });
    expect([...vector!].map((value) => value.toFixed(1))).toEqual(["0.6", "0.8"]);
    expect(server.requests.map(({ path, body }) => [path, body.model])).toEqual([
      ["/v1/chat/completions", "qwen3:8b"],
      ["/v1/embeddings", "nomic-embed-text"],
    ]);
    await embedder.close();
  });
});

it("logs why a provider failed, without key, question or note", async () => {
  await using server = await startProviderServer(anthropicError(400, "invalid_request_error", `sk-ant-1: ${SECRET}`));
  const { log: recordingLog, lines } = createRecordingLog();
  const { models } = parseConfig({ ANTHROPIC_API_KEY: "sk-ant-1", ANTHROPIC_BASE_URL: server.url });
  await expect(
    Array.fromAsync(createAnswerModels(models, recordingLog).default.answer(question)),
  ).rejects.toMatchObject({
    code: "PROVIDER_FAILED",
  });
  const output = lines.join("");
  expect(lines).toHaveLength(1);
  expect(output).toContain("a model provider failed");
  expect(output).toContain("Answered with 400");
  expect(output).not.toMatch(/sk-ant-1|treasure|oak/i);
});

it("lets a create wait longer for an embedder that takes longer", () => {
  const deadlines = [{}, { EMBEDDING_MODEL: "built-in-multilingual" }, { OPENAI_API_KEY: "sk-test" }].map((settings) =>
    suggestionDeadlineMs(parseConfig(settings).models),
  );
  expect(deadlines).toEqual([250, 750, 1_500]);
});
