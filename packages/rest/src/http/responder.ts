import { randomBytes } from "node:crypto";
import { gzip } from "node:zlib";
import type { Actor } from "@knote/api";
import { errorAnswer, isQuotaRefusal } from "../errors/error-answer.ts";
import { ClientLeft } from "../errors/http-refusal.ts";
import type { HttpAppSettings, Logger } from "../options.ts";
import { OverloadedError } from "../errors/overloaded-error.ts";
import { acceptsGzip } from "./accepts.ts";
import type { Cors } from "./cors.ts";
import type { Exchange } from "./exchange.ts";
import { createUserHash } from "./user-hash.ts";
import { headerPairs, type RawHeaders } from "../raw-headers.ts";

/** Shorter bodies fit a packet or two uncompressed. */
const COMPRESS_FROM = 2_048;
/** Shorter texts are written together with their headers. */
const BYTES_FROM = 4_096;
/** The cheapest level; higher ones gain little on JSON. */
export const GZIP_LEVEL = 1;
export const JSON_TYPE = "application/json; charset=utf-8";
/** The status by which proxies log a request whose client left. */
const CLIENT_LEFT = 499;
const NO_STORE: RawHeaders = ["Cache-Control", "no-store"];

export interface EndedRequest {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

/** Counts the outcomes of requests. */
export interface RequestMetrics {
  requestEnded(request: EndedRequest): void;
  /** A question was refused because the monthly quota is used up. */
  quotaRefused(): void;
}

/** The one place that writes responses, each with its headers, log line and metrics. */
export interface Responder {
  /** Sends a JSON text. */
  json(exchange: Exchange, status: number, body: string): void;
  empty(exchange: Exchange, status: number): void;
  /** Sends any other complete body. */
  body(exchange: Exchange, status: number, headers: RawHeaders, body: string | Buffer): void;
  /** Sends the response to an error. A response that has begun is cut off, so that it does not look complete. */
  error(exchange: Exchange, error: unknown): void;
  /** Begins a body of unknown length: `recordEnd` must follow. */
  head(exchange: Exchange, status: number, headers: RawHeaders): void;
  /** Writes the log line and the metrics, once. */
  recordEnd(exchange: Exchange, status: number): void;
  /** Sets the common headers and lets other code write to the response; its end is recorded. */
  handOver(exchange: Exchange): void;
}

export function createResponder(deps: {
  readonly log: Logger;
  readonly requestLog: HttpAppSettings["requestLog"];
  readonly metrics: RequestMetrics;
  readonly cors: Cors;
  /** Headers of every response. */
  readonly always: RawHeaders;
  readonly logKey?: string | undefined;
}): Responder {
  const { log, requestLog, metrics, cors, always } = deps;
  const userHash = createUserHash(deps.logKey ?? randomBytes(32));

  function headersOf(exchange: Exchange): string[] {
    return [...always, "X-Request-Id", exchange.id, ...cors.headersFor(exchange), ...exchange.headers];
  }

  function recordEnd(exchange: Exchange, status: number): void {
    if (exchange.isLogged) return;
    exchange.isLogged = true;
    const ms = performance.now() - exchange.startedAt;
    const { method } = exchange.request;
    metrics.requestEnded({ route: exchange.route, method, status, seconds: ms / 1000 });
    requestLog.info(
      {
        id: exchange.id,
        method,
        route: exchange.route,
        status,
        ms: Math.round(ms * 100) / 100,
        ...(exchange.actor && callerFields(exchange.actor)),
      },
      "request",
    );
  }

  function callerFields({ userId, credential }: Actor) {
    const user = userHash(userId);
    return credential === undefined || credential.kind === "access"
      ? { user }
      : { user, credential: credential.kind, credentialId: credential.id };
  }

  function head(exchange: Exchange, status: number, headers: RawHeaders): void {
    const own = headersOf(exchange);
    own.push(...headers);
    exchange.response.writeHead(status, own);
  }

  function body(exchange: Exchange, status: number, headers: RawHeaders, content: string | Buffer): void {
    // Encoding a long text here costs one pass: given a text, Node measures it, joins it to the headers and encodes it.
    const whole = typeof content === "string" && content.length >= BYTES_FROM ? Buffer.from(content) : content;
    head(exchange, status, [...headers, ...NO_STORE, "Content-Length", String(Buffer.byteLength(whole))]);
    exchange.response.end(whole);
    recordEnd(exchange, status);
  }

  function json(exchange: Exchange, status: number, text: string): void {
    if (text.length < COMPRESS_FROM) return body(exchange, status, ["Content-Type", JSON_TYPE], text);
    const headers = ["Content-Type", JSON_TYPE, "Vary", "Accept-Encoding"];
    if (!acceptsGzip(exchange.request)) return body(exchange, status, headers, text);
    gzip(text, { level: GZIP_LEVEL }, (failure, zippedBody) => {
      if (failure) error(exchange, failure);
      else body(exchange, status, [...headers, "Content-Encoding", "gzip"], zippedBody);
    });
  }

  function empty(exchange: Exchange, status: number): void {
    head(exchange, status, NO_STORE);
    exchange.response.end();
    recordEnd(exchange, status);
  }

  function error(exchange: Exchange, failure: unknown): void {
    const { request, response } = exchange;
    if (failure instanceof ClientLeft || response.destroyed) return recordEnd(exchange, CLIENT_LEFT);
    const { method } = request;
    const answer = errorAnswer(failure, method === "GET" || method === "HEAD" || method === "DELETE");
    if (!answer.isExpected) log.error({ id: exchange.id, err: failure }, "request failed");
    else if (answer.status >= 500 && !(failure instanceof OverloadedError))
      log.warn({ id: exchange.id, err: failure }, "a dependency failed");
    if (response.headersSent) {
      response.destroy();
      return recordEnd(exchange, answer.status);
    }
    if (isQuotaRefusal(failure)) metrics.quotaRefused();
    const refusal = exchange.refusal?.(answer) ?? answer;
    exchange.headers.push(...refusal.headers);
    json(exchange, refusal.status, JSON.stringify(refusal.body));
  }

  function handOver(exchange: Exchange): void {
    const { response } = exchange;
    const pairs = headerPairs([...headersOf(exchange), ...NO_STORE]);
    for (const [name, value] of pairs) response.appendHeader(name, value);
    response.once("close", () => recordEnd(exchange, response.writableFinished ? response.statusCode : CLIENT_LEFT));
  }

  return { json, empty, body, error, head, recordEnd, handOver };
}
