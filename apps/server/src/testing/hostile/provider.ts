import { setTimeout } from "node:timers/promises";
import {
  openAiEmbeddings,
  openAiError,
  openAiMessage,
  openAiStream,
  type ProviderReply,
  type ProviderServer,
  startProviderServer,
} from "@knote/testkit";

/** Words that make the provider slow, refuse the text or write a long answer; other texts are answered at once. */
export const MARKS = { slow: "molasses", refused: "unspeakable", sentences: "alphabet" } as const;

const SLOW_MS = 4_000;
const SENTENCES = Array.from({ length: 2_000 }, (_, place) => `${String.fromCharCode(97 + (place % 26))}. `);
const DIMENSIONS = 16;

/** Starts a provider of embeddings, answers and judgements that one user can keep busy. */
export async function startTouchyProvider(): Promise<ProviderServer> {
  return await startProviderServer(reply);
}

/** Unlimited questions, and metrics that count the work under way. */
export const HOSTILE_SETTINGS = { DEFAULT_TIER: "agent", METRICS_TOKEN: "figures", LOG_LEVEL: "warn" } as const;

export function settingsOf({ url }: Pick<ProviderServer, "url">): Record<string, string> {
  return {
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: "sk-test",
    EMBEDDING_MODEL: "test-embedder",
    DEFAULT_MODEL: "test-model",
  };
}

const embeddings = openAiEmbeddings(vectorOf);

const reply: ProviderReply = async (response, request) => {
  if (request.text.includes(MARKS.slow)) await setTimeout(SLOW_MS, undefined, { ref: false });
  if (response.destroyed) return;
  if (request.path.endsWith("/embeddings")) {
    const isRefused = request.text.includes(MARKS.refused);
    return (isRefused ? openAiError(400, { message: "This text is refused." }) : embeddings)(response, request);
  }
  if (request.body.stream !== true) return openAiMessage('{"proposals":[]}')(response, request);
  const pieces = request.text.includes(MARKS.sentences) ? SENTENCES : ["It is so [1]."];
  return openAiStream(pieces)(response, request);
};

/** Returns a vector that is near those of texts with the same letters. */
function vectorOf(text: string): number[] {
  const vector = Array<number>(DIMENSIONS).fill(0.01);
  for (const letter of text.slice(0, 200)) vector[letter.charCodeAt(0) % DIMENSIONS]! += 1;
  return vector;
}
