import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createHash } from "node:crypto";
import { json } from "node:stream/consumers";
import { createRandom } from "../bench/random.ts";

const DIMENSIONS = 1_536;
const ANSWER = "Owls hunt at night [1].";

/** Starts a provider that speaks OpenAI's protocol: the same text always has the same vector. */
export async function startEmbeddingProvider() {
  const server = createServer((request, response) => {
    // A killed server hangs up in the middle of its request.
    answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    // Safe because only the server under test sends requests.
    const body = (await json(request)) as { input?: string[]; stream?: boolean; model: string };
    if (body.input === undefined) {
      response.writeHead(200, { "content-type": body.stream ? "text/event-stream" : "application/json" });
      response.end(
        body.stream ? streamBody() : JSON.stringify(completion("chat.completion", { message: assistantMessage() })),
      );
      return;
    }
    const data = body.input.map((text, index) => ({ object: "embedding", index, embedding: base64(vectorOf(text)) }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ object: "list", data, model: body.model, usage: { prompt_tokens: 1, total_tokens: 1 } }),
    );
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, EMBEDDING_MODEL: "text-embedding-3-small" },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function assistantMessage() {
  return { role: "assistant", content: ANSWER, refusal: null };
}

function completion(object: string, choice: object) {
  return {
    id: "chatcmpl-1",
    object,
    created: 1,
    model: "crash",
    choices: [{ index: 0, finish_reason: "stop", ...choice }],
  };
}

function streamBody(): string {
  const chunk = completion("chat.completion.chunk", { delta: assistantMessage() });
  return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}

function vectorOf(text: string): Float32Array {
  const random = createRandom(createHash("sha256").update(text.replaceAll(/\s+/g, " ")).digest().readInt32LE());
  return Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
}

function base64({ buffer }: Float32Array): string {
  return Buffer.from(buffer).toString("base64");
}
