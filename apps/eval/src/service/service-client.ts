import { setTimeout as wait } from "node:timers/promises";
import { mintToken } from "@knote/auth";
import { Health, ImportResult, ImportSummary } from "@knote/contract";
import { EvalError } from "../eval-error.ts";

export interface ServiceCall<T> {
  readonly user: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: object;
  /** Checks and types the answer. */
  readonly schema: { parse(value: unknown): T };
}

/** Calls the service on behalf of several users. */
export interface ServiceClient {
  /** Makes one call. Waits and tries again while the service is too busy. */
  call<T>(call: ServiceCall<T>): Promise<T>;
  /** Imports notes and links. Returns a result for each line. */
  importLines(user: string, lines: readonly object[]): Promise<ImportResult[]>;
  health(): Promise<Health>;
  /** All users who called so far. */
  users(): readonly string[];
}

export interface ServiceClientOptions {
  readonly url: string;
  readonly secret: string;
  /** Aborts reads and all further calls. A write that is under way is completed. */
  readonly signal?: AbortSignal;
}

const TOKEN_SECONDS = 86_400;
const TIMEOUT_MS = 120_000;
const TRIES = 6;
/** A longer `Retry-After` than this is a used-up quota, not a busy moment. */
const LONGEST_WAIT_SECONDS = 60;

export function createServiceClient({ url, secret, signal }: ServiceClientOptions): ServiceClient {
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (sub: string) => {
    const token = tokens.get(sub) ?? mintToken({ secret, sub, lifetimeSeconds: TOKEN_SECONDS });
    tokens.set(sub, token);
    return token;
  };
  return {
    users: () => [...tokens.keys()],
    async health() {
      const { text } = await send({ url, method: "GET", path: "/health", signal });
      return parseReply(url, Health, text);
    },
    async importLines(user, lines) {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      const call = { url, method: "POST", path: "/api/workspace/import", jsonLines: text, signal };
      return importResults(call, await send({ ...call, token: await tokenOf(user) }));
    },
    async call({ user, method, path, body, schema }) {
      const token = await tokenOf(user);
      // After a lost answer the write may have succeeded; with the same key a retry creates no second note.
      const idempotencyKey = crypto.randomUUID();
      for (let tries = 1; ; tries++) {
        const { status, retryAfter, text } = await send({ url, method, path, body, token, idempotencyKey, signal });
        if (status < 300) return parseReply(url, schema, text);
        const seconds = Number(retryAfter ?? 2 ** tries);
        const isUnderWay = status === 409 && retryAfter !== null;
        const isBusy = (isUnderWay || [429, 502, 503].includes(status)) && seconds <= LONGEST_WAIT_SECONDS;
        if (!isBusy || tries === TRIES) throw refusal(`${method} ${path}`, status, text);
        await wait(seconds * 1000, undefined, { ...(signal && { signal }) });
      }
    },
  };
}

interface Sending {
  readonly url: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
  /** Sent in place of a body. */
  readonly jsonLines?: string;
  readonly token?: string;
  readonly idempotencyKey?: string;
  readonly signal: AbortSignal | undefined;
}

async function send({ url, method, path, body, jsonLines, token, idempotencyKey, signal }: Sending) {
  signal?.throwIfAborted();
  const onlyReads = method === "GET" || path === "/api/recall" || path === "/api/ask";
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { "Content-Type": "application/json" }),
        ...(jsonLines && { "Content-Type": "application/x-ndjson" }),
        ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
      },
      body: body ? JSON.stringify(body) : (jsonLines ?? null),
      signal: signal && onlyReads ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
  } catch (error) {
    const isNetwork = error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
    if (!isNetwork) throw error;
    throw new EvalError(`The service at ${url} does not answer.`, { cause: error });
  }
}

function importResults({ url, path }: Sending, { status, text }: { status: number; text: string }): ImportResult[] {
  if (status >= 300) throw refusal(`POST ${path}`, status, text);
  const results = text.trim().split("\n");
  const { done, detail } = parseReply(url, ImportSummary, results.pop() ?? "");
  if (!done) throw new EvalError(`The import stopped before its end: ${detail}`);
  return results.map((result) => parseReply(url, ImportResult, result));
}

function parseReply<T>(url: string, schema: ServiceCall<T>["schema"], text: string): T {
  try {
    return schema.parse(text ? JSON.parse(text) : undefined);
  } catch (error) {
    throw new EvalError(`The server at ${url} does not answer as Knote does.`, { cause: error });
  }
}

function refusal(call: string, status: number, text: string): EvalError {
  const hint =
    status === 429
      ? " Set DEFAULT_TIER=agent for the service, or leave out --url to measure a temporary one."
      : status === 401
        ? " Set the same DATA_DIR or JWT_SECRET as the service."
        : "";
  return new EvalError(`${call} was answered with ${status}: ${detailOf(text)}${hint}`);
}

function detailOf(text: string): string {
  try {
    const { detail, issues } = JSON.parse(text) as { detail?: string; issues?: { path: string; message: string }[] };
    const fields = issues?.map(({ path, message }) => `${path}: ${message}`).join(" ") ?? "";
    return `${detail ?? text} ${fields}`.trim();
  } catch {
    return text.slice(0, 200);
  }
}
