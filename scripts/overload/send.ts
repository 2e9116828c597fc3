import type { Pool } from "undici";

export interface OverloadRequest {
  readonly kind: Kind;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
}

export const KINDS = ["read", "search", "create", "recall", "ask"] as const;
export type Kind = (typeof KINDS)[number];

export interface Outcome {
  readonly kind: Kind;
  /** 0 without a complete response. */
  readonly status: number;
  readonly ms: number;
  /** Why the request was neither served nor properly refused; null when it was. */
  readonly fault: string | null;
  readonly body: string;
}

/** Sends one request. Resolves to its outcome, and never rejects. */
export function send(pool: Pool, token: string, request: OverloadRequest): Promise<Outcome> {
  const { kind, method, path, body } = request;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const startTime = performance.now();
  const chunks: Buffer[] = [];
  let status = 0;
  let retryAfter: unknown;
  const end = (fault: string | null, text: string) =>
    resolve({ kind, status, ms: performance.now() - startTime, fault, body: text });
  pool.dispatch(
    { method, path, headers, body: body === undefined ? null : JSON.stringify(body) },
    {
      onRequestStart() {},
      onResponseStart(_, code, responseHeaders) {
        status = code;
        retryAfter = responseHeaders["retry-after"];
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd() {
        const text = Buffer.concat(chunks).toString();
        end(faultOf(status, retryAfter, text), text);
      },
      onResponseError(_, error) {
        status = 0;
        end(`${method} ${path.split("?")[0]}: ${error.message}`, "");
      },
    },
  );
  return promise;
}

function faultOf(status: number, retryAfter: unknown, text: string): string | null {
  if (status >= 200 && status < 300) return null;
  if (status !== 503) return `status ${status}: ${text.slice(0, 200)}`;
  if (typeof retryAfter !== "string" || !/^[1-9]\d*$/.test(retryAfter)) return "503 without Retry-After";
  return /^\{"detail":"[^"]+"\}$/.test(text) ? null : `503 with another body: ${text.slice(0, 200)}`;
}
