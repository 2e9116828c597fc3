import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "./parse-config.ts";
import { problemsOf } from "./testing/problems-of.ts";

type Variables = Record<string, string>;

const ANTHROPIC = { ANTHROPIC_API_KEY: "sk-ant-0123" };
const OPENAI = { OPENAI_API_KEY: "sk-4567" };
const OLLAMA = { OPENAI_BASE_URL: "http://localhost:11434/v1/" };

function modelsOf(variables: Variables): Record<string, string> {
  const { default: usual, capable, embedding } = parseConfig(variables).models;
  return Object.fromEntries(
    Object.entries({ default: usual, capable, embedding }).map(([job, { kind, model }]) => [
      job,
      model === undefined ? kind : `${kind} ${model}`,
    ]),
  );
}

describe("models", () => {
  it.each<[string, Variables, Record<string, string>]>([
    ["are built in without a key", {}, { default: "built-in", capable: "built-in", embedding: "built-in" }],
    [
      "answer through Anthropic with its key, and embed with the built-in model",
      ANTHROPIC,
      { default: "anthropic", capable: "anthropic", embedding: "built-in" },
    ],
    [
      "answer and embed through OpenAI with its key",
      OPENAI,
      { default: "openai", capable: "openai", embedding: "openai" },
    ],
    [
      "answer through Anthropic and embed through OpenAI with both",
      { ...ANTHROPIC, ...OPENAI },
      { default: "anthropic", capable: "anthropic", embedding: "openai" },
    ],
    [
      "embed with the built-in model when it is named",
      { ...OPENAI, EMBEDDING_MODEL: "built-in" },
      { default: "openai", capable: "openai", embedding: "built-in" },
    ],
    [
      "embed with the multilingual built-in model when it is named, whoever answers",
      { ...OPENAI, EMBEDDING_MODEL: "built-in-multilingual" },
      { default: "openai", capable: "openai", embedding: "built-in multilingual-e5-small" },
    ],
    [
      "are the named ones",
      {
        ...OPENAI,
        DEFAULT_MODEL: "gpt-5.4-mini",
        CAPABLE_MODEL: "gpt-6-astra",
        EMBEDDING_MODEL: "text-embedding-3-large",
      },
      { default: "openai gpt-5.4-mini", capable: "openai gpt-6-astra", embedding: "openai text-embedding-3-large" },
    ],
    [
      "can be built-in ones as well as a provider's",
      { ...ANTHROPIC, DEFAULT_MODEL: "knote-extract-1" },
      { default: "built-in knote-extract-1", capable: "anthropic", embedding: "built-in" },
    ],
    [
      "can be named without a provider if they are built in",
      { DEFAULT_MODEL: "knote-synthesis-1", EMBEDDING_MODEL: "built-in-multilingual" },
      {
        default: "built-in knote-synthesis-1",
        capable: "built-in",
        embedding: "built-in multilingual-e5-small",
      },
    ],
    [
      "of a self-hosted server do both jobs with one model",
      { ...OLLAMA, DEFAULT_MODEL: "qwen3:8b", EMBEDDING_MODEL: "nomic-embed-text" },
      { default: "openai qwen3:8b", capable: "openai qwen3:8b", embedding: "openai nomic-embed-text" },
    ],
    [
      "of a gateway can have any name",
      { ...OLLAMA, DEFAULT_MODEL: "claude-haiku-5-5", CAPABLE_MODEL: "gpt-6-sol" },
      { default: "openai claude-haiku-5-5", capable: "openai gpt-6-sol", embedding: "openai" },
    ],
    [
      "of a regional address of OpenAI are OpenAI's",
      { ...OPENAI, OPENAI_BASE_URL: "https://eu.api.openai.com/v1", DEFAULT_MODEL: "gpt-6-luna" },
      { default: "openai gpt-6-luna", capable: "openai", embedding: "openai" },
    ],
    [
      "of a self-hosted server do not follow a built-in one",
      { ...OLLAMA, DEFAULT_MODEL: "knote-extract-1", CAPABLE_MODEL: "qwen3:8b" },
      { default: "built-in knote-extract-1", capable: "openai qwen3:8b", embedding: "openai" },
    ],
  ])("%s", (_what, variables, expectedModels) => {
    expect(modelsOf(variables)).toEqual(expectedModels);
  });
});

it("passes key and address to the models", () => {
  const { models } = parseConfig({ ...ANTHROPIC, ANTHROPIC_BASE_URL: "https://gateway.example.com/", ...OLLAMA });
  expect(models.default).toMatchObject({
    provider: { apiKey: "sk-ant-0123", baseUrl: "https://gateway.example.com" },
  });
  const openai = { apiKey: "", baseUrl: "http://localhost:11434/v1" };
  expect(models.embedding).toMatchObject({ provider: openai });
  expect(models.openai).toEqual(openai);
  expect(parseConfig(ANTHROPIC).models.openai).toBeUndefined();
});

it("keeps models that are fetched in the data folder, or where it is told", () => {
  expect(parseConfig({ DATA_DIR: "/srv/knote" }).models.modelsDir).toBe(resolve("/srv/knote/models"));
  expect(parseConfig({ DATA_DIR: "/srv/knote", MODELS_DIR: "/srv/m" }).models.modelsDir).toBe(resolve("/srv/m"));
});

describe("half a configuration of models", () => {
  it.each<[Variables, string]>([
    [{ ANTHROPIC_BASE_URL: "https://a.example" }, "ANTHROPIC_BASE_URL is set without ANTHROPIC_API_KEY."],
    [
      { EMBEDDING_MODEL: "text-embedding-3-small" },
      'EMBEDDING_MODEL is "text-embedding-3-small", which needs OPENAI_API_KEY or OPENAI_BASE_URL; without them only "built-in" and "built-in-multilingual" embed.',
    ],
    [
      { ...ANTHROPIC, EMBEDDING_MODEL: "voyage-3" },
      'EMBEDDING_MODEL is "voyage-3", which needs OPENAI_API_KEY or OPENAI_BASE_URL; without them only "built-in" and "built-in-multilingual" embed.',
    ],
    [
      { DEFAULT_MODEL: "claude-haiku-5-5" },
      'DEFAULT_MODEL is "claude-haiku-5-5", which needs ANTHROPIC_API_KEY, OPENAI_API_KEY or OPENAI_BASE_URL; without them knote-extract-1 and knote-synthesis-1 answer.',
    ],
    [
      { ...ANTHROPIC, ...OPENAI, CAPABLE_MODEL: "gpt-6-sol" },
      'CAPABLE_MODEL is "gpt-6-sol", which is not a model of the provider that answers, the one of ANTHROPIC_API_KEY.',
    ],
    [
      { OPENAI_BASE_URL: "https://eu.api.openai.com/v1" },
      "OPENAI_BASE_URL is an address of OpenAI, which asks for OPENAI_API_KEY.",
    ],
    [
      { ...OPENAI, DEFAULT_MODEL: "claude-haiku-5-5" },
      'DEFAULT_MODEL is "claude-haiku-5-5", which is not a model of the provider that answers, the one of OPENAI_API_KEY.',
    ],
  ])("%o is refused", (variables, problem) => {
    expect(problemsOf(variables)).toEqual([problem]);
  });

  it.each(["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"])("%s is an address without a password", (name) => {
    for (const value of [
      "localhost:11434",
      "ftp://example.com",
      "file:///etc/passwd",
      "https://me:hunter2@example.com",
    ]) {
      const problems = problemsOf({ ...ANTHROPIC, [name]: value });
      expect(problems).toEqual([`${name} must be an http or https address without a password.`]);
    }
  });

  it("is reported all at once", () => {
    const problems = problemsOf({
      ANTHROPIC_BASE_URL: "nowhere",
      EMBEDDING_MODEL: "e",
      DEFAULT_MODEL: "d",
      CAPABLE_MODEL: "c",
    });
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
      "ANTHROPIC_BASE_URL",
      "ANTHROPIC_BASE_URL",
      "EMBEDDING_MODEL",
      "DEFAULT_MODEL",
      "CAPABLE_MODEL",
    ]);
  });

  it.each(["OPENAI_API_KEY", "ANTHROPIC_API_KEY"])("never repeats %s", (name) => {
    const [problem = ""] = problemsOf({ [name]: "hunter2 with a space" });
    expect(problem).toBe(`${name} holds spaces or characters that no key has.`);
  });
});
