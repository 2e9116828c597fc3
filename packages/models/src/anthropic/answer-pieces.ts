import type { RawMessageStreamEvent, StopReason } from "@anthropic-ai/sdk/resources/messages";
import { DomainError } from "@knote/api";
import { type AnswerPiece, noWordsError } from "../grounding/grounded-answer.ts";
import { addMarks, withoutMarks } from "../grounding/marks.ts";
import { sentencesOf } from "../grounding/sentence-reader.ts";

interface OpenBlock {
  text: string;
  /** Numbers, from 1, of the passages that the block cites. */
  readonly citations: Set<number>;
}

/**
 * Turns the provider's citations into marks in the text. They belong to a whole block and can come after its words,
 * so a block is held until it is complete. Marks in its own text are copied from notes and are removed.
 */
export async function* answerPieces(events: AsyncIterable<RawMessageStreamEvent>): AsyncGenerator<AnswerPiece> {
  const blocks = new Map<number, OpenBlock>();
  let stop: StopReason | null = null;
  let complete = false;
  let hasWords = false;
  for await (const event of events) {
    if (event.type === "content_block_start" && event.content_block.type === "text") {
      blocks.set(event.index, { text: event.content_block.text, citations: new Set() });
    } else if (event.type === "content_block_delta") {
      const block = blocks.get(event.index);
      if (event.delta.type === "text_delta" && block) {
        const [space, words] = block.text === "" ? leadingSpace(event.delta.text) : ["", event.delta.text];
        block.text += words;
        hasWords ||= words !== "";
        // Leading space completes the sentence before, so it is not held back.
        if (space !== "") yield { text: space };
      }
      if (event.delta.type === "citations_delta") block?.citations.add(passageOf(event.delta.citation));
    } else if (event.type === "content_block_stop") {
      const block = blocks.get(event.index);
      blocks.delete(event.index);
      if (block) yield { text: markSentences(block) };
    } else if (event.type === "message_delta") stop = event.delta.stop_reason;
    else if (event.type === "message_stop") complete = true;
  }
  if (!complete) throw new Error("The stream ended before the message.");
  if (stop === "max_tokens" && !hasWords) throw noWordsError();
  yield* ending(stop);
}

function leadingSpace(text: string): [space: string, words: string] {
  const words = text.trimStart();
  return [text.slice(0, text.length - words.length), words];
}

function* ending(stop: StopReason | null): Generator<AnswerPiece> {
  if (stop === "max_tokens" || stop === "model_context_window_exceeded") yield { outOfTokens: true };
  else if (stop === "refusal") throw new DomainError("PROVIDER_FAILED", "The answer model declined to answer this.");
  else if (stop !== "end_turn" && stop !== "stop_sequence") throw new Error("The message stopped for no known reason.");
}

/** Adds the block's marks to each of its sentences, as every sentence is checked by itself later. */
function markSentences({ text, citations }: OpenBlock): string {
  const own = withoutMarks(text);
  if (citations.size === 0) return own;
  return sentencesOf(own)
    .map((sentence) => addMarks(sentence, [...citations]))
    .join("");
}

/** Returns the number of the cited passage; 0, which is no passage, for anything that was not sent. */
function passageOf(citation: object): number {
  const index =
    "search_result_index" in citation
      ? citation.search_result_index
      : "document_index" in citation
        ? citation.document_index
        : undefined;
  return typeof index === "number" ? index + 1 : 0;
}
