import type { ProviderReply } from "./provider-server.ts";
import { eventStream, jsonReply } from "./wire.ts";

/** A text block of an answer; `cites` are indexes of the request's search results. */
export interface AnthropicBlock {
  readonly text: string;
  readonly cites?: readonly number[];
}

/** Returns the events of a streamed answer as api.anthropic.com sends them, `message_stop` included. */
export function anthropicEvents(blocks: readonly AnthropicBlock[], stop = "end_turn"): string[] {
  return [
    sse("message_start", {
      message: {
        id: "msg_01",
        type: "message",
        role: "assistant",
        model: "claude-haiku-5-5",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 412, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 },
      },
    }),
    ...blocks.flatMap(blockEvents),
    sse("message_delta", { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 57 } }),
    sse("message_stop", {}),
  ];
}

export function anthropicStream(blocks: readonly AnthropicBlock[], stop?: string): ProviderReply {
  return eventStream(anthropicEvents(blocks, stop));
}

/** Replies with a whole message, as for a structured output. */
export function anthropicMessage(text: string, stop = "end_turn"): ProviderReply {
  return jsonReply(200, {
    id: "msg_02",
    type: "message",
    role: "assistant",
    model: "claude-haiku-5-5",
    content: [{ type: "text", text }],
    stop_reason: stop,
    stop_sequence: null,
    usage: { input_tokens: 300, output_tokens: 40 },
  });
}

export function anthropicError(
  status: number,
  type: string,
  message = "Something is wrong",
  headers: Record<string, string> = {},
): ProviderReply {
  const body = { type: "error", error: { type, message }, request_id: "req_01" };
  return jsonReply(status, body, { "request-id": "req_01", ...headers });
}

/** Returns an error event for a stream that has begun. */
export function anthropicErrorEvent(type: string): string {
  return sse("error", { error: { type, message: "Overloaded" } });
}

/** Returns a block's events: its text in two pieces, with the citations between them. */
function blockEvents({ text, cites = [] }: AnthropicBlock, index: number): string[] {
  const half = Math.ceil(text.length / 2);
  const delta = (part: object) => sse("content_block_delta", { index, delta: part });
  return [
    sse("content_block_start", {
      index,
      content_block: { type: "text", text: "", ...(cites.length > 0 && { citations: [] }) },
    }),
    sse("ping", {}),
    delta({ type: "text_delta", text: text.slice(0, half) }),
    ...cites.map((citedIndex) =>
      delta({
        type: "citations_delta",
        citation: {
          type: "search_result_location",
          cited_text: "…",
          source: `note-${citedIndex + 1}`,
          title: "…",
          search_result_index: citedIndex,
          start_block_index: 1,
          end_block_index: 2,
        },
      }),
    ),
    delta({ type: "text_delta", text: text.slice(half) }),
    sse("content_block_stop", { index }),
  ];
}

function sse(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
