import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** How a request is answered: by the server, by an error of this status, or not at all. */
export type Fate = "answer" | "hold" | number;

export interface SlowTenant extends AsyncDisposable {
  /** The server's address through this proxy. */
  readonly url: string;
  /** Returns how many requests are held at this moment. */
  heldCount(): number;
}

/** Starts an HTTP proxy that holds or refuses requests by their body, like a server that is slow with one tenant. */
export async function startSlowTenant(target: string, fateOf: (body: string) => Fate): Promise<SlowTenant> {
  let heldCount = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const fate = fateOf(body);
    if (fate === "hold") {
      heldCount++;
      response.on("close", () => heldCount--);
      return;
    }
    const { method = "GET", url = "/" } = request;
    const headers = { "content-type": "application/json" };
    if (typeof fate === "number") return void response.writeHead(fate, headers).end('{"status":{"error":"Slow."}}');
    const answer = await fetch(new URL(url, target), { method, headers, ...(body && { body }) });
    response.writeHead(answer.status, headers).end(await answer.text());
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heldCount: () => heldCount,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
