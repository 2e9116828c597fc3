import { APIError } from "openai";
import { describe, expect, it } from "vitest";
import { type ChatDialect, commonParams, createChatDialect } from "./chat-dialect.ts";

const prompt = { system: "Be brief.", user: "Why?", maxTokens: 400 };

function refusal(message: string) {
  return APIError.generate(400, { error: { message } }, undefined, new Headers());
}

/** Returns the dialects that are tried when these refusals come one after another. */
async function tryShapes(baseUrl: string | undefined, ...refusals: string[]): Promise<ChatDialect[]> {
  const shapes: ChatDialect[] = [];
  const remainingRefusals = [...refusals];
  await createChatDialect(baseUrl).ask(async (shape) => {
    shapes.push(shape);
    const message = remainingRefusals.shift();
    if (message) throw refusal(message);
  });
  return shapes;
}

describe("OpenAI itself", () => {
  it("is asked not to think, in its current parameters", async () => {
    const [shape] = await tryShapes(undefined);
    expect(commonParams(shape!, prompt)).toMatchObject({ max_completion_tokens: 400, reasoning_effort: "none" });
  });

  it("gets room for thoughts when a model must think", async () => {
    const shapes = await tryShapes(undefined, "Unsupported value: 'reasoning_effort' does not support 'none'");
    expect(commonParams(shapes[1]!, prompt)).toMatchObject({
      max_completion_tokens: 4_400,
      reasoning_effort: "minimal",
    });
  });

  it("gets no parameter for thinking when a model does not know it", async () => {
    const message = "Unrecognized request argument supplied: reasoning_effort";
    const shapes = await tryShapes("https://api.openai.com/v1", message, message, message);
    expect(commonParams(shapes[3]!, prompt)).not.toHaveProperty("reasoning_effort");
    expect(commonParams(shapes[3]!, prompt)).toMatchObject({ max_completion_tokens: 400 });
  });
});

it("asks other servers with parameters that all of them know", async () => {
  const [shape] = await tryShapes("http://localhost:11434/v1");
  expect(Object.keys(commonParams(shape!, prompt))).toEqual(["messages", "max_tokens"]);
});

it("falls back from a schema to JSON mode to the prompt alone", async () => {
  const shapes = await tryShapes("http://localhost/v1", "response_format json_schema?", "'response_format' unknown");
  expect(shapes.map(({ format }) => format)).toEqual(["json_schema", "json_object", "prompted"]);
});

it("gives up on a refusal that it cannot meet, and on errors of other kinds", async () => {
  const dialect = createChatDialect("http://localhost/v1");
  let requestCount = 0;
  const fail = (error: Error) =>
    dialect.ask(async () => {
      requestCount++;
      throw error;
    });
  await expect(fail(refusal("model not found"))).rejects.toThrow("model not found");
  await expect(fail(refusal("upstream of the system failed"))).rejects.toThrow("upstream");
  await expect(fail(new TypeError("stream"))).rejects.toThrow(TypeError);
  await expect(fail(APIError.generate(401, { error: { message: "stream" } }, "", new Headers()))).rejects.toThrow();
  expect(requestCount).toBe(4);
});

it("keeps to its ways when no other one was taken, whatever words the refusal holds", async () => {
  const dialect = createChatDialect("http://localhost/v1");
  const refusalText = 'The text "stream max_tokens json_schema reasoning" is refused.';
  const refuse = async () => {
    throw refusal(refusalText);
  };
  await expect(dialect.ask(refuse)).rejects.toThrow(refusalText);
  expect(await dialect.ask(async (shape) => shape)).toMatchObject({
    streams: true,
    tokens: "max_tokens",
    format: "json_schema",
  });
});

it("keeps a dialect that was accepted", async () => {
  const dialect = createChatDialect("http://localhost/v1");
  await dialect.ask(async ({ streams }) => {
    if (streams) throw refusal("stream is not supported");
  });
  expect(await dialect.ask(async (shape) => shape)).toMatchObject({ streams: false });
});

it("ends when everything is refused", async () => {
  const dialect = createChatDialect(undefined);
  let requestCount = 0;
  const everything = "max_tokens reasoning response_format stream system role";
  await expect(
    dialect.ask(async () => {
      requestCount++;
      throw refusal(everything);
    }),
  ).rejects.toThrow(everything);
  expect(requestCount).toBe(9);
});
