import type { AnswerModel } from "@knote/api";
import type { ChatModel } from "openai/resources/shared";
import { groundedAnswer } from "../grounding/grounded-answer.ts";
import { noPassages } from "../grounding/no-passages.ts";
import { textsOf } from "../grounding/texts-of.ts";
import { noticing } from "../remote/noticing.ts";
import { createProviderLine } from "../remote/provider-line.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import { ANSWER_TIMING } from "../remote/timing.ts";
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

/** Answers through chat completions, which OpenAI and every compatible server speak. */
export function createOpenAiModel(options: RemoteOptions): AnswerModel {
  const { model, apiKey, onFailure, now = Date.now } = options;
  const client = createOpenAiClient(options);
  const dialect = createChatDialect(options.baseUrl);
  const timing = { ...ANSWER_TIMING, ...options.timing };
  const line = createProviderLine({ what: "The answer model", apiKey, timing, onFailure });
  return {
    id: model,
    status: line.status,
    async *answer(request) {
      if (request.passages.length === 0) return yield* noPassages(request.signal);
      const prompt = { system: ANSWER_SYSTEM, user: answerPrompt(request, now()), maxTokens: request.maxTokens };
      const send = async (signal: AbortSignal) => {
        const openai = await client();
        return dialect.ask((shape) =>
          chatReplies(openai, { model, ...commonParams(shape, prompt) }, shape.streams, signal),
        );
      };
      const pieces = line.stream(async (signal, heard) => chatPieces(noticing(await send(signal), heard)), {
        signal: request.signal,
        texts: textsOf(request),
      });
      yield* groundedAnswer(pieces, request.passages.length);
    },
  };
}
