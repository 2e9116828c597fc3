import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import type { Certificate } from "../../../packages/outbound/src/testing/open-receiver.ts";

/** A host and port have 16 places. */
const PORTS = 8;

/** Bare servers that answer 204 at once. */
export interface Receivers extends AsyncDisposable {
  /** Returns the address of the receiver of the webhook with this number. */
  urlOf(index: number): string;
  /** Requests so far. */
  count(): number;
  /** When the first and the last request began, of `performance.now()`. */
  times(): { readonly first: number; readonly last: number };
  /** When each request began, of `performance.now()`, in their order. */
  arrivals(): readonly number[];
  /** When each request began, by the word in braces of its note's title. */
  readonly beginTimes: ReadonlyMap<string, number>;
  /** Resolves when so many requests have come. */
  until(count: number): Promise<void>;
}

export async function openReceivers(certificate: Certificate | null = null): Promise<Receivers> {
  const arrivals: number[] = [];
  let target = { count: Infinity, resolve: () => undefined as void };
  const beginTimes = new Map<string, number>();
  const listener: RequestListener = (request, response) => {
    const at = performance.now();
    arrivals.push(at);
    request.once("data", (chunk: Buffer) => {
      const word = /\{(\w+)\}/.exec(String(chunk))?.[1];
      if (word !== undefined) beginTimes.set(word, at);
    });
    request.resume();
    response.writeHead(204).end();
    if (arrivals.length >= target.count) target.resolve();
  };
  const servers = Array.from({ length: PORTS }, () =>
    certificate === null ? createServer(listener) : createSecureServer(certificate, listener),
  );
  await Promise.all(servers.map((server) => once(server.listen(0, "127.0.0.1"), "listening")));
  const scheme = certificate === null ? "http" : "https";
  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  return {
    urlOf: (index) => `${scheme}://localhost:${portOf(servers[index % PORTS]!)}/`,
    count: () => arrivals.length,
    times: () => ({ first: arrivals[0] ?? 0, last: arrivals.at(-1) ?? 0 }),
    arrivals: () => arrivals,
    beginTimes,
    until: (most) =>
      new Promise<void>((resolve) => {
        target = { count: most, resolve };
        if (arrivals.length >= most) resolve();
      }),
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.closeAllConnections();
      // Nothing waits for connections of a server that was stopped.
      for (const server of servers) server.close();
    },
  };
}
