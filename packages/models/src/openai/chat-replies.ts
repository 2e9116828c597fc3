import type OpenAI from "openai";
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";

/** Asks for a stream if the server streams, and accepts a whole reply all the same. */
export async function chatReplies(
  client: OpenAI,
  params: ChatCompletionCreateParamsNonStreaming,
  streams: boolean,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const { completions } = client.chat;
  if (!streams) return only(await completions.create(params, { signal }));
  const { data, response } = await completions.create({ ...params, stream: true }, { signal }).withResponse();
  return isJson(response) ? only(await response.json()) : data;
}

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.includes("application/json") ?? false;
}

async function* only<T>(item: T): AsyncGenerator<T, void> {
  yield item;
}
