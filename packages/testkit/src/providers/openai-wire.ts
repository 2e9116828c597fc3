import type { ProviderReply } from "./provider-server.ts";
import { eventStream, jsonReply } from "./wire.ts";

/** Returns the chunks of a streamed chat completion as api.openai.com sends them, usage and `[DONE]` included. */
export function openAiEvents(pieces: readonly string[], finish = "stop"): string[] {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    data({ ...head("chat.completion.chunk"), choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  return [
    chunk({ role: "assistant", content: "", refusal: null }),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, finish),
    data({ ...head("chat.completion.chunk"), choices: [], usage: { prompt_tokens: 300, completion_tokens: 40 } }),
    "data: [DONE]\n\n",
  ];
}

export function openAiStream(pieces: readonly string[], finish?: string): ProviderReply {
  return eventStream(openAiEvents(pieces, finish));
}

/** Replies with a whole chat completion. */
export function openAiMessage(content: string, finish_reason = "stop"): ProviderReply {
  const message = { role: "assistant", content, refusal: null };
  return jsonReply(200, { ...head("chat.completion"), choices: [{ index: 0, message, finish_reason }] });
}

/** Replies with a vector for each input, in the requested form: numbers, or base64 of little-endian floats. */
export function openAiEmbeddings(
  embed: (text: string) => readonly number[],
  { plain = false, reversed = false } = {},
): ProviderReply {
  return async (response, request) => {
    const inputs: readonly string[] = request.body.input;
    const base64 = request.body.encoding_format === "base64" && !plain;
    const rows = inputs.map((text, index) => {
      const vector = embed(text);
      const embedding = base64 ? Buffer.from(Float32Array.from(vector).buffer).toString("base64") : vector;
      return { object: "embedding", index, embedding };
    });
    const body = { object: "list", data: reversed ? rows.toReversed() : rows, model: request.body.model };
    await jsonReply(200, { ...body, usage: { prompt_tokens: 8, total_tokens: 8 } })(response, request);
  };
}

export function openAiError(
  status: number,
  error: { readonly message: string; readonly type?: string; readonly code?: string; readonly param?: string },
  headers: Record<string, string> = {},
): ProviderReply {
  return jsonReply(status, { error: { type: "invalid_request_error", code: null, param: null, ...error } }, headers);
}

function head(object: string): object {
  return { id: "chatcmpl-01", object, created: 1_790_000_000, model: "gpt-6-luna", system_fingerprint: null };
}

function data(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
