import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that reached the provider. */
export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Raw body. */
  readonly text: string;
  /** Parsed body; untyped, as the tests know what is sent. */
  readonly body: any;
}

/** Answers one request; may never end it. */
export type ProviderReply = (response: ServerResponse, request: ProviderRequest) => void | Promise<void>;

/** A local provider of models, which replays answers of the real ones. */
export interface ProviderServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ProviderRequest[];
  /** Number of requests whose caller hung up before the answer was complete. */
  readonly abandonedCount: number;
  /** Sets the replies to the next requests, in this order; the last one also serves all later requests. */
  replies(...replies: ProviderReply[]): void;
}

export async function startProviderServer(...first: ProviderReply[]): Promise<ProviderServer> {
  const requests: ProviderRequest[] = [];
  let queue = first;
  let abandonedCount = 0;
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming);
    requests.push(request);
    const reply = queue.length > 1 ? queue.shift() : queue[0];
    if (reply) await reply(response, request);
    else response.writeHead(500).end("No reply is set.");
  };
  const server = createServer((incoming, response) => {
    response.on("close", () => {
      if (!response.writableFinished) abandonedCount++;
    });
    void answer(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get abandonedCount() {
      return abandonedCount;
    },
    replies(...replies) {
      queue = replies;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ProviderRequest> {
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) text += chunk;
  const { method = "", url: path = "", headers } = incoming;
  return { method, path, headers, text, body: text === "" ? undefined : JSON.parse(text) };
}
