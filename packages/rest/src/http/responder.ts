import { createHmac, randomBytes } from "node:crypto";
import { gzip } from "node:zlib";
import { createBoundedCache } from "@knote/api";
import { errorAnswer, isQuotaRefusal } from "../errors/error-answer.ts";
import { ClientLeft } from "../errors/http-refusal.ts";
import type { HttpAppSettings, Logger } from "../options.ts";
import { Overloaded } from "../errors/overloaded.ts";
import { acceptsGzip } from "./accepts.ts";
import type { Cors } from "./cors.ts";
import type { Exchange } from "./exchange.ts";

/** Shorter bodies fit a packet or two as they are. */
const COMPRESS_FROM = 2_048;
/** Shorter ones are written with their headers in one go. */
const BYTES_FROM = 4_096;
/** The cheapest level; higher ones gain little on JSON. */
export const GZIP_LEVEL = 1;
export const JSON_TYPE = "application/json; charset=utf-8";
/** What proxies call a request whose client left. */
const CLIENT_LEFT = 499;
const NO_STORE = ["Cache-Control", "no-store"];

export interface EndedRequest {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

/** Who counts what becomes of requests. */
export interface RequestMetrics {
  requestEnded(ended: EndedRequest): void;
  /** A question was refused because the monthly quota is used up. */
  quotaRefused(): void;
}

/** The one place that writes answers: headers, log line and metrics come with each. */
export interface Responder {
  /** A JSON text with its status. */
  json(exchange: Exchange, status: number, body: string): void;
  empty(exchange: Exchange, status: number): void;
  /** Any other complete body; `headers` are names and values in turn. */
  body(exchange: Exchange, status: number, headers: readonly string[], body: string | Buffer): void;
  /** The answer to whatever was thrown; an answer that has begun is cut off instead, so that it cannot pass for whole. */
  error(exchange: Exchange, error: unknown): void;
  /** Begins a body of unknown length: `ended` must follow. */
  head(exchange: Exchange, status: number, headers: readonly string[]): void;
  /** Writes the log line, once. */
  ended(exchange: Exchange, status: number): void;
  /** Leaves the answer to someone who writes it to the response; its headers are set and its end is noticed. */
  handOver(exchange: Exchange): void;
}

export function createResponder(parts: {
  readonly log: Logger;
  readonly requestLog: HttpAppSettings["requestLog"];
  readonly metrics: RequestMetrics;
  readonly cors: Cors;
  /** Names and values in turn. */
  readonly always: readonly string[];
  readonly logKey?: string | undefined;
}): Responder {
  const { log, requestLog, metrics, cors, always } = parts;
  const userHash = createUserHash(parts.logKey ?? randomBytes(32));

  function headersOf(exchange: Exchange): string[] {
    return [...always, "X-Request-Id", exchange.id, ...cors.headersFor(exchange), ...exchange.headers];
  }

  function ended(exchange: Exchange, status: number): void {
    if (exchange.closed) return;
    exchange.closed = true;
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
        ...(exchange.actor && { user: userHash(exchange.actor.userId) }),
      },
      "request",
    );
  }

  function head(exchange: Exchange, status: number, headers: readonly string[]): void {
    const own = headersOf(exchange);
    own.push(...headers);
    exchange.response.writeHead(status, own);
  }

  function body(exchange: Exchange, status: number, headers: readonly string[], content: string | Buffer): void {
    // As bytes, a long text is gone through once: as a text, Node measures it, joins it to the headers, and writes it out.
    const whole = typeof content === "string" && content.length >= BYTES_FROM ? Buffer.from(content) : content;
    head(exchange, status, [...headers, ...NO_STORE, "Content-Length", String(Buffer.byteLength(whole))]);
    exchange.response.end(whole);
    ended(exchange, status);
  }

  function json(exchange: Exchange, status: number, text: string): void {
    if (text.length < COMPRESS_FROM) return body(exchange, status, ["Content-Type", JSON_TYPE], text);
    const headers = ["Content-Type", JSON_TYPE, "Vary", "Accept-Encoding"];
    if (!acceptsGzip(exchange.request)) return body(exchange, status, headers, text);
    gzip(text, { level: GZIP_LEVEL }, (failure, zipped) => {
      if (failure) error(exchange, failure);
      else body(exchange, status, [...headers, "Content-Encoding", "gzip"], zipped);
    });
  }

  function empty(exchange: Exchange, status: number): void {
    head(exchange, status, NO_STORE);
    exchange.response.end();
    ended(exchange, status);
  }

  function error(exchange: Exchange, thrown: unknown): void {
    const { request, response } = exchange;
    if (thrown instanceof ClientLeft || response.destroyed) return ended(exchange, CLIENT_LEFT);
    const { method } = request;
    const answer = errorAnswer(thrown, method === "GET" || method === "HEAD" || method === "DELETE");
    if (!answer.expected) log.error({ id: exchange.id, err: thrown }, "request failed");
    else if (answer.status >= 500 && !(thrown instanceof Overloaded))
      log.warn({ id: exchange.id, err: thrown }, "a dependency failed");
    if (response.headersSent) {
      response.destroy();
      return ended(exchange, answer.status);
    }
    if (isQuotaRefusal(thrown)) metrics.quotaRefused();
    exchange.headers.push(...answer.headers);
    json(exchange, answer.status, JSON.stringify(answer.body));
  }

  function handOver(exchange: Exchange): void {
    const { response } = exchange;
    const headers = [...headersOf(exchange), ...NO_STORE];
    for (let at = 0; at < headers.length; at += 2) response.appendHeader(headers[at]!, headers[at + 1]!);
    response.once("close", () => ended(exchange, response.writableFinished ? response.statusCode : CLIENT_LEFT));
  }

  return { json, empty, body, error, head, ended, handOver };
}

/**
 * A short name of a user; kept, since the same few call again and again. Keyed: user ids can be guessed
 * (`github:` and a number), and a plain hash of each guess would tell who it is.
 */
function createUserHash(key: string | Buffer): (userId: string) => string {
  const known = createBoundedCache<string, string>({ most: 10_000 });
  return (userId) => {
    const kept = known.get(userId);
    if (kept !== undefined) return kept;
    const hash = createHmac("sha256", key).update(userId).digest("hex").slice(0, 12);
    known.set(userId, hash);
    return hash;
  };
}
