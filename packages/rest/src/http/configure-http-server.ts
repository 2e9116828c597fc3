import { randomUUID } from "node:crypto";
import { STATUS_CODES, type Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { baseHeaders } from "./base-headers.ts";
import { dropStalledReaders } from "./drop-stalled-readers.ts";

/** Options that only `http.createServer` takes. */
export const HTTP_SERVER_OPTIONS = {
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
} as const satisfies ServerOptions;

export interface HttpServerLimits {
  /** From the first byte of a request to the end of its headers. */
  readonly headersTimeoutMs?: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeoutMs?: number;
  readonly keepAliveTimeoutMs?: number;
  readonly maxHeaders?: number;
  /** How long a client can read nothing of a waiting response. */
  readonly stalledReaderMs?: number;
}

const REFUSALS: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The request's headers are too large."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The request's chunk extensions are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
};

/** Bounds what a slow or broken client can hold, and answers malformed requests in JSON too. */
export function configureHttpServer(server: Server, limits: HttpServerLimits = {}): void {
  server.headersTimeout = limits.headersTimeoutMs ?? 15_000;
  server.requestTimeout = limits.requestTimeoutMs ?? 60_000;
  // Longer than the 60 s of common proxies, so that the proxy ends an idle connection, not this server.
  server.keepAliveTimeout = limits.keepAliveTimeoutMs ?? 65_000;
  server.maxHeadersCount = limits.maxHeaders ?? 100;
  dropStalledReaders(server, limits.stalledReaderMs ?? 30_000);
  // Other expectations than `100-continue` are ignored: the request is answered like any other.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => refuse(error, socket as Socket));
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  // An endpoint that answers while the body still arrives has a timeout of its own for the sender.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && isAnswering(socket)) return;
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const [status, detail] = REFUSALS[error.code ?? ""] ?? [400, "The request is not valid HTTP."];
  const body = JSON.stringify({ detail });
  const headers = [...baseHeaders(""), "Cache-Control", "no-store", "Content-Type", "application/json; charset=utf-8"];
  headers.push("Content-Length", String(Buffer.byteLength(body)), "X-Request-Id", randomUUID(), "Connection", "close");
  const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []));
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** Returns whether a response has begun on this connection: a second one would garble it. */
function isAnswering(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
