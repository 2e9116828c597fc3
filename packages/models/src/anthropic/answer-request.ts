import type { MessageCreateParamsStreaming, SearchResultBlockParam } from "@anthropic-ai/sdk/resources/messages";
import type { AnswerRequest, Passage } from "@knote/api";
import { factsOf, instructions, questionOf } from "../grounding/instructions.ts";
import { type Thinking, thinkingParams } from "./anthropic-thinking.ts";

const SYSTEM = instructions(
  "The notes are search results. Every sentence of yours cites the search results it rests on.",
);

/** Returns a request with the question and its passages, and nothing about the user. */
export function answerRequest(
  { query, passages, maxTokens }: AnswerRequest,
  { model, thinking, now }: { readonly model: string; readonly thinking: Thinking; readonly now: number },
): MessageCreateParamsStreaming {
  return {
    model,
    ...thinkingParams(thinking, maxTokens),
    system: [{ type: "text", text: SYSTEM, cache_control: { type: "ephemeral" } }],
    messages: [
      {
        role: "user",
        content: [...passages.map(searchResultOf), { type: "text", text: questionOf({ query, passages }, now) }],
      },
    ],
    stream: true,
  };
}

/** Repeats the title for a note without text, because the provider refuses blank texts. */
function searchResultOf(passage: Passage, index: number): SearchResultBlockParam {
  return {
    type: "search_result",
    source: `note-${index + 1}`,
    title: passage.title,
    content: [
      { type: "text", text: JSON.stringify(factsOf(passage, index)) },
      { type: "text", text: passage.text.trim() === "" ? passage.title : passage.text },
    ],
    citations: { enabled: true },
  };
}
