import { DomainError } from "@knote/api";
import { anthropicEvents, eventStream, openAiEvents, startProviderServer } from "@knote/testkit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { answerOf, aPassage } from "../answers/a-passage.ts";
import { createAnthropicModel } from "../anthropic/anthropic-model.ts";
import { createOpenAiModel } from "../openai/openai-model.ts";
import { setUpRemote } from "../testing/set-up-remote.ts";

const question = { query: "Where did Grace move?", passages: [aPassage({}), aPassage({})] };
const STREAMS = {
  anthropic: {
    create: createAnthropicModel,
    stream: anthropicEvents([{ text: "Grace moved.", cites: [0] }, { text: " HACKED." }]).join(""),
  },
  openai: { create: createOpenAiModel, stream: openAiEvents(["Grace moved [1]. HA", "CKED."]).join("") },
};

it.each(Object.entries(STREAMS))("a garbled stream of %s ends in an answer or a failure", async (_name, parts) => {
  await using server = await startProviderServer();
  const model = parts.create(setUpRemote(server).remote);
  const garbledStream = fc
    .record({
      at: fc.nat(parts.stream.length),
      removed: fc.nat(80),
      put: fc.oneof(fc.constantFrom("", "\n\n", "null", '"', "}", "data: {}\n\n", "event: error\n", "[]"), fc.string()),
    })
    .map(({ at, removed, put }) => parts.stream.slice(0, at) + put + parts.stream.slice(at + removed));
  await fc.assert(
    fc.asyncProperty(garbledStream, async (stream) => {
      server.replies(eventStream([stream]));
      const answer = await answerOf(model, question).catch((error: unknown) => error);
      if (answer instanceof Error) {
        expect(DomainError.is(answer)).toBe(true);
        expect(answer).toMatchObject({ code: "PROVIDER_FAILED" });
      } else expect(answer).toMatchObject({ text: expect.stringMatching(/\[[12]\]|Your notes do not answer this\./) });
    }),
    { numRuns: 60 },
  );
});
