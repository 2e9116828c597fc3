import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Sent as it is, in place of a body. */
  readonly text?: string;
}

/** Returns the test's reply to a call such as `GET /path`. */
export type Replies = (call: string, body: string) => Reply;

/** Starts an HTTP server in place of Knote, on a port that the system chooses. */
export async function startFakeService(replies: Replies) {
  const calls: string[] = [];
  const idempotencyKeys: (string | undefined)[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const requestText = await textOf(request);
    const call = `${request.method} ${request.url}`;
    calls.push(call);
    idempotencyKeys.push(request.headers["idempotency-key"]?.toString());
    const { status = 200, headers = {}, body, text } = replies(call, requestText);
    response.writeHead(status, headers).end(text ?? (body === undefined ? "" : JSON.stringify(body)));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    idempotencyKeys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
