import type { Model } from "@anthropic-ai/sdk/resources/messages";
import type { AnswerModel } from "@knote/api";
import { createGroundedModel } from "../grounding/create-grounded-model.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import { createAnthropicClient } from "./anthropic-client.ts";
import { createThinkingAdaptation } from "./anthropic-thinking.ts";
import { answerPieces } from "./answer-pieces.ts";
import { answerRequest } from "./answer-request.ts";

/** A Haiku for most questions, a Sonnet for the hard ones. */
export const ANTHROPIC_MODELS = {
  default: "claude-haiku-5-5",
  capable: "claude-sonnet-5-5",
} as const satisfies Record<string, Model>;

/** Creates a model that uses Anthropic's Messages API and its citations. */
export function createAnthropicModel(options: RemoteOptions): AnswerModel {
  const { model } = options;
  const client = createAnthropicClient(options);
  const thinking = createThinkingAdaptation(model);
  return createGroundedModel(options, {
    async send(request, now, signal) {
      const { messages } = await client();
      return await thinking.ask((shape) =>
        messages.create(answerRequest(request, { model, thinking: shape, now }), { signal }),
      );
    },
    read: answerPieces,
  });
}
