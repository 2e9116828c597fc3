import type { Model } from "@anthropic-ai/sdk/resources/messages";
import type { AnswerModel } from "@knote/api";
import { groundedAnswer } from "../grounding/grounded-answer.ts";
import { noPassages } from "../grounding/no-passages.ts";
import { textsOf } from "../grounding/texts-of.ts";
import { noticing } from "../remote/noticing.ts";
import { createProviderLine } from "../remote/provider-line.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import { ANSWER_TIMING } from "../remote/timing.ts";
import { createAnthropicClient } from "./anthropic-client.ts";
import { createThinkingAdaptation } from "./anthropic-thinking.ts";
import { answerPieces } from "./answer-pieces.ts";
import { answerRequest } from "./answer-request.ts";

/** A Haiku for most questions, a Sonnet for the hard ones. */
export const ANTHROPIC_MODELS = {
  default: "claude-haiku-5-5",
  capable: "claude-sonnet-5-5",
} as const satisfies Record<string, Model>;

/** Answers through Anthropic's Messages API, with the provider's own citations. */
export function createAnthropicModel(options: RemoteOptions): AnswerModel {
  const { model, apiKey, onFailure, now = Date.now } = options;
  const client = createAnthropicClient(options);
  const thinking = createThinkingAdaptation(model);
  const timing = { ...ANSWER_TIMING, ...options.timing };
  const line = createProviderLine({ what: "The answer model", apiKey, timing, onFailure });
  return {
    id: model,
    status: line.status,
    async *answer(request) {
      if (request.passages.length === 0) return yield* noPassages(request.signal);
      const send = async (signal: AbortSignal) => {
        const { messages } = await client();
        return thinking.ask((shape) =>
          messages.create(answerRequest(request, { model, thinking: shape, now: now() }), { signal }),
        );
      };
      const pieces = line.stream(async (signal, heard) => answerPieces(noticing(await send(signal), heard)), {
        signal: request.signal,
        texts: textsOf(request),
      });
      yield* groundedAnswer(pieces, request.passages.length);
    },
  };
}
