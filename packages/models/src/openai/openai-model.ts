import type { AnswerModel } from "@knote/api";
import type { ChatModel } from "openai/resources/shared";
import { createGroundedModel } from "../grounding/create-grounded-model.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import { ANSWER_SYSTEM, answerPrompt } from "./answer-prompt.ts";
import { commonParams, createChatDialect } from "./chat-dialect.ts";
import { chatPieces } from "./chat-pieces.ts";
import { chatReplies } from "./chat-replies.ts";
import { createOpenAiClient } from "./openai-client.ts";

/** A small one for most questions, a large one for the hard ones. */
export const OPENAI_MODELS = {
  default: "gpt-6-luna",
  capable: "gpt-6-sol",
} as const satisfies Record<string, ChatModel>;

/** Creates a model that uses chat completions, which OpenAI and all compatible servers support. */
export function createOpenAiModel(options: RemoteOptions): AnswerModel {
  const { model } = options;
  const client = createOpenAiClient(options);
  const dialect = createChatDialect(options.baseUrl);
  return createGroundedModel(options, {
    async send(request, now, signal) {
      const prompt = { system: ANSWER_SYSTEM, user: answerPrompt(request, now), maxTokens: request.maxTokens };
      const openai = await client();
      return await dialect.ask((shape) =>
        chatReplies(openai, { model, ...commonParams(shape, prompt) }, shape.streams, signal),
      );
    },
    read: chatPieces,
  });
}
