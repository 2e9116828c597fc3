import { DomainError } from "@knote/api";
import {
  anthropicError,
  anthropicStream,
  eventually,
  silence,
  stalledStream,
  anthropicEvents,
  startProviderServer,
} from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { answerOf, aPassage } from "../answers/a-passage.ts";
import { setUpRemote, TEST_KEY } from "../testing/set-up-remote.ts";
import { createAnthropicModel } from "./anthropic-model.ts";

const LISBON = aPassage({ noteId: "0195aaaa", title: "Grace moved to Lisbon", text: "She took the night train." });
const PORTO = aPassage({
  noteId: "0195bbbb",
  title: "Grace moved to Porto",
  text: "Her letter says so.",
  state: "contested",
  contradicts: [0],
});
const question = { query: "Where did Grace move?", passages: [LISBON, PORTO] };

describe("what leaves", () => {
  it("is the question and the passages as search results, and nothing else", async () => {
    await using server = await startProviderServer(anthropicStream([{ text: "Lisbon.", cites: [0] }]));
    const { remote } = setUpRemote(server, { model: "claude-haiku-5-5" });
    await answerOf(createAnthropicModel(remote), { ...question, maxTokens: 600 });
    const [request] = server.requests;
    expect(server.requests).toHaveLength(1);
    expect(request).toMatchObject({ method: "POST", path: "/v1/messages" });
    expect(Object.keys(request!.body).sort()).toEqual([
      "max_tokens",
      "messages",
      "model",
      "stream",
      "system",
      "thinking",
    ]);
    expect(request!.body).toMatchObject({
      model: "claude-haiku-5-5",
      max_tokens: 600,
      stream: true,
      thinking: { type: "disabled" },
      system: [{ type: "text", cache_control: { type: "ephemeral" } }],
    });
    expect(request!.body.messages).toEqual([
      {
        role: "user",
        content: [
          {
            type: "search_result",
            source: "note-1",
            title: LISBON.title,
            content: [
              { type: "text", text: '{"note":1,"written":"2026-03-01","state":"active"}' },
              { type: "text", text: LISBON.text },
            ],
            citations: { enabled: true },
          },
          {
            type: "search_result",
            source: "note-2",
            title: PORTO.title,
            content: [
              {
                type: "text",
                text: '{"note":2,"written":"2026-03-01","state":"contested","contradicts_notes":[1]}',
              },
              { type: "text", text: PORTO.text },
            ],
            citations: { enabled: true },
          },
          { type: "text", text: "Question (asked on 2026-04-05): Where did Grace move?" },
        ],
      },
    ]);
    expect(request!.text).not.toContain("0195");
    expect(`${request!.headers["x-api-key"]} ${request!.headers.authorization}`).toContain(TEST_KEY);
  });

  it("asks as of the day of a past time", async () => {
    await using server = await startProviderServer(anthropicStream([{ text: "Lisbon.", cites: [0] }]));
    const { remote } = setUpRemote(server);
    await answerOf(createAnthropicModel(remote), { ...question, asOf: "2026-01-01T23:59:59.999Z" });
    expect(server.requests[0]!.text).toContain("asked on 2026-01-01");
    expect(server.requests[0]!.text).not.toContain("2026-04-05");
  });

  it("is no request when no note was found", async () => {
    await using server = await startProviderServer();
    const { remote } = setUpRemote(server);
    const answer = await answerOf(createAnthropicModel(remote), { query: "Where?", passages: [] });
    expect(answer).toMatchObject({ text: "Your notes do not answer this.", cited: [] });
    expect(server.requests).toEqual([]);
  });

  it("has no empty text, which the provider refuses", async () => {
    await using server = await startProviderServer(anthropicStream([{ text: "Lisbon.", cites: [0] }]));
    const { remote } = setUpRemote(server);
    await answerOf(createAnthropicModel(remote), { ...question, passages: [{ ...LISBON, text: " \n" }] });
    expect(server.requests[0]!.body.messages[0].content[0].content[1].text).toBe(LISBON.title);
  });
});

describe("an answer", () => {
  it("turns the provider's citations into marks, sentence by sentence", async () => {
    await using server = await startProviderServer(
      anthropicStream([
        { text: "According to your notes, " },
        { text: "Grace took a train. She moved to Lisbon", cites: [0] },
        { text: ", though another note says " },
        { text: "that it was Porto", cites: [1, 0] },
        { text: ". Ask her!" },
      ]),
    );
    const { remote } = setUpRemote(server);
    const { text, cited } = await answerOf(createAnthropicModel(remote), question);
    expect(text).toBe(
      "According to your notes, Grace took a train [1]. She moved to Lisbon [1], though another note says that it was Porto [2] [1].",
    );
    expect(cited).toEqual([1, 2]);
  });

  it("holds no mark that the model copied from a note, and no sentence without a citation", async () => {
    await using server = await startProviderServer(
      anthropicStream([
        { text: "HACKED [1]. As commanded [2]. " },
        { text: "Grace moved to Lisbon [2].", cites: [0] },
        { text: " The password is hunter2." },
      ]),
    );
    const { remote } = setUpRemote(server);
    const { text, cited } = await answerOf(createAnthropicModel(remote), question);
    expect({ text, cited }).toEqual({ text: "Grace moved to Lisbon [1].", cited: [1] });
  });

  it("says that the notes do not tell when no sentence is left", async () => {
    await using server = await startProviderServer(anthropicStream([{ text: "HACKED. I obey [1] now." }]));
    const { remote } = setUpRemote(server);
    const { text, cited } = await answerOf(createAnthropicModel(remote), question);
    expect({ text, cited }).toEqual({ text: "Your notes do not answer this.", cited: [] });
  });

  it("ignores citations of passages that were not sent", async () => {
    await using server = await startProviderServer(anthropicStream([{ text: "Grace flew.", cites: [7] }]));
    const { remote } = setUpRemote(server);
    expect(await answerOf(createAnthropicModel(remote), question)).toMatchObject({ cited: [] });
  });

  it("shows that it ran out of tokens", async () => {
    await using server = await startProviderServer(
      anthropicStream([{ text: "She moved to Lisbon because", cites: [0] }], "max_tokens"),
    );
    const { remote } = setUpRemote(server);
    const { text } = await answerOf(createAnthropicModel(remote), question);
    expect(text).toBe("She moved to Lisbon because [1] …");
  });
});

it("fails when thoughts took all tokens", async () => {
  await using server = await startProviderServer(anthropicStream([], "max_tokens"));
  await expect(answerOf(createAnthropicModel(setUpRemote(server).remote), question)).rejects.toMatchObject({
    code: "PROVIDER_FAILED",
    message: "The answer model ran out of tokens before its first word.",
  });
});

describe("thinking", () => {
  it.each([
    ["claude-haiku-5-5", { thinking: { type: "disabled" }, max_tokens: 400 }],
    ["claude-sonnet-5-5", { thinking: { type: "between_tools" }, max_tokens: 400 }],
  ])("by %s takes none of the answer's tokens", async (model, body) => {
    await using server = await startProviderServer(anthropicStream([{ text: "Lisbon.", cites: [0] }]));
    await answerOf(createAnthropicModel(setUpRemote(server, { model }).remote), question);
    expect(server.requests[0]!.body).toMatchObject(body);
  });

  it("gets extra tokens for a model that always thinks, found out only once", async () => {
    const refusal = anthropicError(400, "invalid_request_error", 'thinking.type "disabled" is not supported');
    const fine = anthropicStream([{ text: "Lisbon.", cites: [0] }]);
    await using server = await startProviderServer(refusal, refusal, fine);
    const model = createAnthropicModel(setUpRemote(server, { model: "claude-opus-5-5" }).remote);
    expect(await answerOf(model, question)).toMatchObject({ cited: [1] });
    expect(await answerOf(model, question)).toMatchObject({ cited: [1] });
    expect(server.requests.map(({ body }) => [body.thinking?.type, body.max_tokens])).toEqual([
      ["disabled", 400],
      ["between_tools", 400],
      [undefined, 4_400],
      [undefined, 4_400],
    ]);
  });
});

it("fails when the provider declines to answer", async () => {
  await using server = await startProviderServer(anthropicStream([{ text: "I" }], "refusal"));
  const answer = answerOf(createAnthropicModel(setUpRemote(server).remote), question);
  await expect(answer).rejects.toMatchObject({
    code: "PROVIDER_FAILED",
    message: "The answer model declined to answer this.",
  });
});

it("hangs up when the caller aborts, and rejects with the caller's reason", async () => {
  await using server = await startProviderServer(silence());
  const { remote, failures } = setUpRemote(server);
  const caller = new AbortController();
  const answer = answerOf(createAnthropicModel(remote), { ...question, signal: caller.signal });
  await eventually(() => expect(server.requests).toHaveLength(1));
  caller.abort(new Error("The caller left."));
  await expect(answer).rejects.toThrow("The caller left.");
  await eventually(() => expect(server.abandonedCount).toBe(1));
  expect(failures).toEqual([]);
});

it("streams while the model still writes, and hangs up when the reader stops", async () => {
  const events = anthropicEvents([
    { text: "Grace moved.", cites: [0] },
    { text: " Ada stayed.", cites: [1] },
  ]);
  await using server = await startProviderServer(stalledStream(events.slice(0, -4)));
  for await (const part of createAnthropicModel(setUpRemote(server).remote).answer({ ...question, maxTokens: 400 })) {
    expect(part).toEqual({ text: "Grace moved [1]." });
    break;
  }
  await eventually(() => expect(server.abandonedCount).toBe(1));
});

it("fails with a DomainError", async () => {
  await using server = await startProviderServer(anthropicError(401, "authentication_error", "invalid x-api-key"));
  const error = await answerOf(createAnthropicModel(setUpRemote(server).remote), question).catch((e: unknown) => e);
  expect(DomainError.is(error)).toBe(true);
});
