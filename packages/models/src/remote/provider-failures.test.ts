import type { AnswerModel, DomainError } from "@knote/api";
import {
  anthropicError,
  anthropicErrorEvent,
  anthropicEvents,
  anthropicStream,
  cutStream,
  eventually,
  eventStream,
  openAiError,
  openAiEvents,
  openAiStream,
  type ProviderReply,
  rawReply,
  silence,
  stalledStream,
  startProviderServer,
} from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { answerOf, aPassage } from "../answers/a-passage.ts";
import { createAnthropicModel } from "../anthropic/anthropic-model.ts";
import { createOpenAiModel } from "../openai/openai-model.ts";
import { QUICK, setUpRemote, TEST_KEY } from "../testing/set-up-remote.ts";

const SECRET = "The treasure is buried under the third oak tree";
const question = { query: "Where is the treasure buried?", passages: [aPassage({ title: "Treasure", text: SECRET })] };

const anthropicDone = anthropicEvents([{ text: "Under the oak.", cites: [0] }]);
const openAiDone = openAiEvents(["Under the oak", " [1]."]);

const PROVIDERS = {
  anthropic: {
    create: createAnthropicModel,
    fine: anthropicStream([{ text: "Under the oak.", cites: [0] }]),
    error: anthropicError,
    events: anthropicDone,
    malformed: 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,\n\n',
    midStream: anthropicErrorEvent("overloaded_error"),
  },
  openai: {
    create: createOpenAiModel,
    fine: openAiStream(["Under the oak", " [1]."]),
    error: (status: number, type: string, message = "Something is wrong", headers: Record<string, string> = {}) =>
      openAiError(status, { type, message }, headers),
    events: openAiDone,
    malformed: 'data: {"id":"x","choices":[{\n\n',
    midStream: 'data: {"error":{"message":"Overloaded","type":"overloaded_error","code":null}}\n\n',
  },
};

async function failureOf(model: AnswerModel): Promise<DomainError> {
  const error: unknown = await answerOf(model, question).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  // Safe because the tests read only properties of a DomainError.
  return error as DomainError;
}

describe.each(Object.entries(PROVIDERS))("%s", (_name, { create, fine, error, events, malformed, midStream }) => {
  it.each([429, 500, 503, 529])("is asked again after %i", async (status) => {
    await using server = await startProviderServer(error(status, "overloaded_error"), fine);
    const { remote, failures } = setUpRemote(server);
    expect(await answerOf(create(remote), question)).toMatchObject({ text: "Under the oak [1].", cited: [1] });
    expect(server.requests).toHaveLength(2);
    expect(failures).toEqual([]);
  });

  it.each([400, 401, 403, 404])("is not asked again after %i", async (status) => {
    await using server = await startProviderServer(error(status, "invalid_request_error"));
    expect(await failureOf(create(setUpRemote(server).remote))).toMatchObject({
      code: "PROVIDER_FAILED",
      message: "The answer model answered with an error.",
    });
    expect(server.requests).toHaveLength(1);
  });

  it("fails after the third error", async () => {
    await using server = await startProviderServer(error(529, "overloaded_error"));
    const model = create(setUpRemote(server).remote);
    expect(await failureOf(model)).toMatchObject({ code: "PROVIDER_FAILED" });
    expect(server.requests).toHaveLength(3);
    expect(model.status()).toBe("ready");
  });

  it("is asked again after the pause that it asks for, within limits", async () => {
    await using server = await startProviderServer(
      error(429, "rate_limit_error", "Slow down", { "retry-after": "0.02" }),
      fine,
    );
    const since = performance.now();
    await answerOf(create(setUpRemote(server).remote), question);
    expect(performance.now() - since).toBeGreaterThanOrEqual(19);
    server.replies(error(429, "rate_limit_error", "Slow down", { "retry-after": "3600" }));
    expect(await failureOf(create(setUpRemote(server).remote))).toMatchObject({ code: "PROVIDER_FAILED" });
    expect(server.requests).toHaveLength(3);
  });

  it.each<[string, ProviderReply]>([
    ["cut in the middle", cutStream(events.slice(0, -3))],
    ["ended before its end", eventStream(events.slice(0, -3))],
    ["malformed", eventStream([...events.slice(0, 2), malformed])],
    ["of another shape", eventStream(['event: message_start\ndata: {"hello":"world"}\n\n'])],
    ["empty", eventStream([])],
    ["a page of HTML", rawReply(200, "<html>Please sign in</html>", { "content-type": "text/html" })],
    ["broken by an error of its own", eventStream([...events.slice(0, 3), midStream])],
  ])("fails when the stream is %s", async (_what, reply) => {
    await using server = await startProviderServer(reply);
    const { remote, failures } = setUpRemote(server);
    const failure = await failureOf(create(remote));
    expect(failure).toMatchObject({ code: "PROVIDER_FAILED", message: "The answer model answered with an error." });
    expect(failures).toEqual([failure]);
    expect(server.requests).toHaveLength(1);
  });

  it("is down for a while when it cannot be reached, and ready again once it answers", async () => {
    await using server = await startProviderServer(fine);
    const closedServer = await startProviderServer();
    await closedServer[Symbol.asyncDispose]();
    const model = create(setUpRemote(closedServer).remote);
    expect(await failureOf(model)).toMatchObject({
      code: "UNAVAILABLE",
      message: "The answer model cannot be reached.",
      retryAfterSeconds: 60,
    });
    expect(model.status()).toBe("down");
    const soonBack = create(setUpRemote(closedServer, { timing: { ...QUICK, coolDownMs: 40 } }).remote);
    await failureOf(soonBack);
    await eventually(() => expect(soonBack.status()).toBe("ready"));
    const other = create(setUpRemote(server).remote);
    await answerOf(other, question);
    expect(other.status()).toBe("ready");
  });

  it.each([
    ["says nothing", silence()],
    ["stops speaking", stalledStream(events.slice(0, 3))],
  ])("is down when it %s", async (_what, reply) => {
    await using server = await startProviderServer(reply);
    const model = create(setUpRemote(server, { timing: { ...QUICK, silenceMs: 300 } }).remote);
    expect(await failureOf(model)).toMatchObject({ code: "UNAVAILABLE" });
    expect(model.status()).toBe("down");
    await eventually(() => expect(server.abandonedCount).toBe(1));
    expect(server.requests).toHaveLength(1);
  });

  it("gets no more time by sending a little now and then", async () => {
    await using server = await startProviderServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const drops = setInterval(() => response.write(events[0]), 5);
      response.on("close", () => clearInterval(drops));
    });
    const model = create(setUpRemote(server, { timing: { ...QUICK, silenceMs: 1_000, totalMs: 60 } }).remote);
    expect(await failureOf(model)).toMatchObject({ code: "UNAVAILABLE" });
  });

  it("does not get its key carried to where a redirect points", async () => {
    await using thief = await startProviderServer(fine);
    await using server = await startProviderServer(rawReply(307, "", { location: `${thief.url}/v1/messages` }));
    expect(await failureOf(create(setUpRemote(server).remote))).toMatchObject({ code: "PROVIDER_FAILED" });
    expect(thief.requests).toEqual([]);
  });

  it.each([
    ["the key", `Incorrect API key provided: ${TEST_KEY}`],
    ["a note", `Invalid input: "${SECRET}"`],
    ["a short title", "Invalid title: Treasure"],
    ["the question", `Cannot answer ${question.query}`],
  ])("leaves %s out of errors and logs", async (_what, message) => {
    await using server = await startProviderServer(error(400, "invalid_request_error", message));
    const failure = await failureOf(create(setUpRemote(server).remote));
    const cause = failure.cause as Error;
    const logText = [failure.message, failure.stack, cause.message, cause.stack, JSON.stringify(cause)].join("\n");
    expect(cause.message).toContain("Answered with 400");
    expect(cause.message).toContain("invalid_request_error");
    expect(cause.cause).toBeUndefined();
    for (const secret of [TEST_KEY, "reasure", "oak tree"]) expect(logText).not.toContain(secret);
  });

  it("is quoted in the log when its message is harmless", async () => {
    await using server = await startProviderServer(error(404, "not_found_error", "model: gpt-0 does not exist"));
    const failure = await failureOf(create(setUpRemote(server).remote));
    expect((failure.cause as Error).message).toContain("model: gpt-0 does not exist");
  });
});
