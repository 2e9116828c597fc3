import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createServer as createSocketServer, type AddressInfo, type Server } from "node:net";
import type { Certificate } from "../../../packages/outbound/src/testing/open-receiver.ts";

/** A host and port have 16 places. */
const PORTS = 8;

/** Bare servers that answer 204 at once, and one that takes connections and is silent. */
export interface Receivers extends AsyncDisposable {
  /** Returns the address of the receiver of the webhook with this number. */
  urlOf(index: number): string;
  readonly silentUrl: string;
  /** Requests so far. */
  count(): number;
  /** When the first and the last request began, of `performance.now()`. */
  times(): { readonly first: number; readonly last: number };
  /** When each request began, by the word in braces of its note's title. */
  readonly beginTimes: ReadonlyMap<string, number>;
  /** Resolves when so many requests have come. */
  until(count: number): Promise<void>;
}

export async function openReceivers(certificate: Certificate | null = null): Promise<Receivers> {
  let [count, first, last] = [0, 0, 0];
  let target = { count: Infinity, resolve: () => undefined as void };
  const beginTimes = new Map<string, number>();
  const listener: RequestListener = (request, response) => {
    last = performance.now();
    const at = last;
    if (count++ === 0) first = last;
    request.once("data", (chunk: Buffer) => {
      const word = /\{(\w+)\}/.exec(String(chunk))?.[1];
      if (word !== undefined) beginTimes.set(word, at);
    });
    request.resume();
    response.writeHead(204).end();
    if (count >= target.count) target.resolve();
  };
  const servers = Array.from({ length: PORTS }, () =>
    certificate === null ? createServer(listener) : createSecureServer(certificate, listener),
  );
  const silent = createSocketServer((socket) => socket.on("error", () => undefined));
  const all: readonly Server[] = [...servers, silent];
  await Promise.all(all.map((server) => once(server.listen(0, "127.0.0.1"), "listening")));
  const scheme = certificate === null ? "http" : "https";
  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  return {
    urlOf: (index) => `${scheme}://localhost:${portOf(servers[index % PORTS]!)}/`,
    silentUrl: `http://localhost:${portOf(silent)}/`,
    count: () => count,
    times: () => ({ first, last }),
    beginTimes,
    until: (most) =>
      new Promise<void>((resolve) => {
        target = { count: most, resolve };
        if (count >= most) resolve();
      }),
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.closeAllConnections();
      // Nothing waits for connections of a server that was stopped.
      for (const server of all) server.close();
    },
  };
}
