import { CliError } from "../cli-error.ts";
import { headersOf, isModern, messagesIn, parseMessage, type RpcMessage } from "./messages.ts";
import type { Target, Targets } from "./target.ts";

/** Carries messages between a client on the standard streams and the server's `/mcp`. */
export interface Relay {
  /** Takes a line; null for one that was too long. */
  take(line: string | null): void;
  /** Resolves when everything that was taken is answered. */
  settle(): Promise<void>;
}

const PARSE_ERROR = -32_700;
const INTERNAL_ERROR = -32_603;
/** What a tool is refused with that a model should read: not allowed, too much, busy. */
const FOR_MODELS = [403, 429, 503];
/** A server that ends can still answer when it is looked for, so the second address can be of one that is gone, too. */
const LAST_ATTEMPT = 2;
const UNSURE =
  "Knote went away while it did this, and it is not known whether it was done. Look with search or list_notes before you call again.";

/** `write` gets each answer as one line. */
export function createRelay(targets: Targets, write: (line: string) => void): Relay {
  const underWay = new Set<Promise<void>>();
  const aborts = new Map<string | number, AbortController>();
  let agreedVersion: string | null = null;

  const answer = (message: object) => write(JSON.stringify({ jsonrpc: "2.0", ...message }));

  /** Answers a request that got no result: a tool's in words for the model, any other as an error. */
  function fail(message: RpcMessage, text: string, code = INTERNAL_ERROR): void {
    const { id, method } = message;
    if (id === undefined) return;
    if (method !== "tools/call") return answer({ id, error: { code, message: text } });
    const result = { content: [{ type: "text", text }], isError: true };
    answer({ id, result: isModern(message) ? { ...result, resultType: "complete" } : result });
  }

  async function send(message: RpcMessage, body: string, signal: AbortSignal): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const target = await targets.find();
      try {
        const response = await post(target, body, headersOf(message, agreedVersion), signal);
        const text = await response.text();
        if (response.status !== 401 || attempt === LAST_ATTEMPT) return deliver(message, response, text);
      } catch (error) {
        if (signal.aborted) return;
        const isHarmless = wasNotReached(error) || (await isRepeatable(message));
        if (!isHarmless) {
          targets.forget(target);
          return fail(message, UNSURE);
        }
        if (attempt === LAST_ATTEMPT)
          throw new CliError(`The server at ${target.url} does not answer.`, { cause: error });
      }
      targets.forget(target);
    }
  }

  function deliver(message: RpcMessage, response: Response, text: string): void {
    const messages = messagesIn(response.headers.get("content-type") ?? "", text) as Record<string, any>[];
    for (const one of messages) {
      const { error, result } = one;
      if (error !== undefined && message.method === "tools/call" && FOR_MODELS.includes(response.status))
        fail(message, error.message);
      // What is refused before the body is read has no id.
      else if (error !== undefined && one["id"] === undefined) answer({ id: message.id, error });
      else write(JSON.stringify(one));
      if (message.method === "initialize" && result !== undefined) agreedVersion = result.protocolVersion;
    }
    if (messages.length === 0 && message.id !== undefined) fail(message, `The server answered ${response.status}.`);
  }

  async function relay(message: RpcMessage, body: string): Promise<void> {
    const { id } = message;
    const controller = new AbortController();
    if (id !== undefined) aborts.set(id, controller);
    try {
      await send(message, body, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) fail(message, error instanceof CliError ? error.message : String(error));
    } finally {
      if (id !== undefined && aborts.get(id) === controller) aborts.delete(id);
    }
  }

  return {
    take(line) {
      if (line !== null && line.trim() === "") return;
      const message = line === null ? null : parseMessage(line);
      if (line === null || message === null)
        return answer({ error: { code: PARSE_ERROR, message: "Each line must be one JSON-RPC message." } });
      if (message.method === "notifications/cancelled") return aborts.get(message.params?.requestId ?? "")?.abort();
      const work = relay(message, line).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    async settle() {
      await Promise.all(underWay);
    },
  };
}

function post({ url, token }: Target, body: string, headers: Record<string, string>, signal: AbortSignal) {
  return fetch(new URL("/mcp", url), {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    body,
    signal,
    redirect: "error",
  });
}

/** Whether no connection was made, so that the server knows nothing of the request. */
function wasNotReached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "UND_ERR_CONNECT_TIMEOUT";
}

/** Whether doing it twice is the same as doing it once. The tools are looked up late: most relays never need them. */
async function isRepeatable({ method, params }: RpcMessage): Promise<boolean> {
  if (method !== "tools/call") return true;
  const { ALL_TOOLS } = await import("@knote/mcp");
  const tool = ALL_TOOLS.find(({ name }) => name === params?.name);
  return tool?.annotations.readOnlyHint === true || tool?.annotations.idempotentHint === true;
}
