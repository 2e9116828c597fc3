import { request as httpRequest, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { CallError } from "./call-error.ts";
import type { Connections } from "./connect.ts";
import { targetOf } from "./url-rules.ts";

export interface Exchange {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  /** Requests with the same key share connections. */
  readonly connectionKey: string;
  /** How long everything may take, the answer's body included. */
  readonly totalMs: number;
  /** How much of the answer's body is read. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body, or its beginning. */
  readonly bytes: Buffer;
  /** False when the body was longer, took too long or broke off. */
  readonly isWhole: boolean;
}

const MAX_HEADER_BYTES = 16_384;

/**
 * Makes one request and follows no redirect. Throws a `CallError` when no status came in time, and the signal's reason
 * when that ended it.
 */
export async function exchange(connections: Connections, parts: Exchange): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  late.catch(() => undefined);
  const stop = () => reject(parts.signal?.reason);
  const timer = setTimeout(() => reject(new CallError("timeout")), parts.totalMs);
  parts.signal?.addEventListener("abort", stop);
  try {
    parts.signal?.throwIfAborted();
    return await attempt(connections, parts, late);
  } finally {
    clearTimeout(timer);
    parts.signal?.removeEventListener("abort", stop);
  }
}

async function attempt(connections: Connections, parts: Exchange, late: Promise<never>): Promise<Answer> {
  const request = begin(connections, parts);
  try {
    const response = await Promise.race([headOf(request, connections), late]);
    const body = await bodyOf(response, parts, late);
    if (body.isWhole) await sendingOf(request, late);
    return { status: response.statusCode ?? 0, headers: response.headers, ...body };
  } catch (error) {
    // The other side may close a kept connection just when it is used again; nothing was wrong with it then.
    if (error instanceof CallError && error.failure === "broken" && request.reusedSocket)
      return await attempt(connections, parts, late);
    throw error;
  } finally {
    request.destroy();
  }
}

/** Waits until the request is sent: the answer can come earlier, and destroying the request then costs its connection. */
async function sendingOf(request: ClientRequest, late: Promise<never>): Promise<void> {
  if (request.writableFinished || request.destroyed) return;
  const end = new Promise((resolve) => request.on("finish", resolve).on("close", resolve));
  await Promise.race([end, late]).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error;
  });
}

function begin({ http, https }: Connections, parts: Exchange): ClientRequest {
  const { url, method, headers, body, connectionKey } = parts;
  const { host, port } = targetOf(url);
  const isSecure = url.protocol === "https:";
  const length = body === undefined ? {} : { "Content-Length": String(body.length) };
  const request = (isSecure ? httpsRequest : httpRequest)({
    agent: isSecure ? https : http,
    host,
    port,
    path: url.pathname + url.search,
    method,
    headers: { ...headers, ...length, Host: url.host.replace(/\.(?=:|$)/, "") },
    maxHeaderSize: MAX_HEADER_BYTES,
    ...{ connectionKey },
  });
  request.end(body);
  return request;
}

function headOf(request: ClientRequest, { failureOf }: Connections): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("response", resolve);
    // Nobody asked for another protocol.
    request.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    request.on("error", (error) => reject(new CallError(failureOf(error, request.socket), { cause: error })));
  });
}

/** Reads up to the limit, then closes the connection. A body that fails changes nothing about the status. */
async function bodyOf(response: IncomingMessage, { maxBytes }: Exchange, late: Promise<never>) {
  const chunks: Buffer[] = [];
  let length = 0;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) resolve(false);
  });
  response.on("end", () => resolve(true));
  response.on("error", () => resolve(false));
  response.on("close", () => resolve(response.complete));
  const isWhole = await Promise.race([promise, late]).catch((error: unknown) => {
    if (error instanceof CallError) return false;
    throw error;
  });
  if (!isWhole) response.destroy();
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isWhole };
}
