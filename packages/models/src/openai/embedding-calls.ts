import { createAdaptation } from "../remote/adapt.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import { cutText } from "./embedding-batches.ts";
import { createTextWindows, type TextWindows } from "./text-windows.ts";
import { knownDimensions } from "./embedding-models.ts";
import { readEmbeddings } from "./embedding-reply.ts";
import { createOpenAiClient, isOpenAi } from "./openai-client.ts";

/** A token is a byte or more, so this never exceeds the 8,191 tokens of OpenAI's models. */
export const WINDOW_BYTES = 8_000;

/** Sends single requests for vectors in the server's dialect. */
export interface EmbeddingCalls {
  /** For an unknown model undefined until the first reply. */
  dimensions(): number | undefined;
  /** Throws the SDK's errors, and an error when the reply does not fit the request. */
  send(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** What was found out about a server. */
interface Dialect {
  readonly encoding: "base64" | "float";
  readonly windows: TextWindows;
}

export function createEmbeddingCalls(options: RemoteOptions): EmbeddingCalls {
  const { model, baseUrl } = options;
  const client = createOpenAiClient(options);
  const first: Dialect = { encoding: "base64", windows: createTextWindows(WINDOW_BYTES) };
  const dialect = createAdaptation<Dialect, readonly string[]>(first, nextDialect);
  let dimensions = isOpenAi(baseUrl) ? knownDimensions(model) : undefined;
  return {
    dimensions: () => dimensions,
    async send(texts, signal) {
      const { embeddings } = await client();
      const reply = await dialect.ask(({ encoding, windows }) => {
        const input = texts.map((text) => cutText(text, windows.bytesOf(text)));
        return embeddings.create({ model, input, encoding_format: encoding }, { signal });
      }, texts);
      const vectors = readEmbeddings(reply, texts.length);
      dimensions ??= vectors[0]?.length;
      if (vectors[0]?.length !== dimensions) throw new Error("The vectors differ in length from earlier ones.");
      return vectors;
    },
  };
}

function nextDialect(dialect: Dialect, refusal: string, texts: readonly string[]): Dialect | null {
  if (refusal.includes("encoding") && dialect.encoding === "base64") return { ...dialect, encoding: "float" };
  const tooLong = /context|too long|too large|maximum|exceed|token|length/.test(refusal);
  const windows = tooLong ? dialect.windows.shorter(texts) : null;
  return windows && { ...dialect, windows };
}
