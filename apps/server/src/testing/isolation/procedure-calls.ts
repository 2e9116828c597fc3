import { PROCEDURES } from "@knote/api";

/** A procedure with its input, independent of REST or tRPC. */
export interface ProcedureCall {
  readonly procedure: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly key?: string;
  /** `text/event-stream` requests a streamed answer. */
  readonly accept?: string;
}

/** A call as an HTTP request. */
export interface WireCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const JSON_BODY = { "Content-Type": "application/json" };

/** Returns the call over REST; null for a procedure without a REST path. */
export function asRest({ procedure, input = {}, key, accept }: ProcedureCall): WireCall | null {
  const openapi = PROCEDURES.get(procedure)?.meta.openapi;
  if (!openapi) return null;
  const rest = { ...input };
  const path = openapi.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  const headers = { ...(key !== undefined && { "Idempotency-Key": key }), ...(accept && { Accept: accept }) };
  const { method } = openapi;
  if (method === "POST" || method === "PUT") {
    return { method, path, headers: { ...headers, ...JSON_BODY }, body: JSON.stringify(rest) };
  }
  return { method, path: `${path}${searchOf(rest)}`, headers };
}

/** Returns the call over tRPC. */
export function asTrpc({ procedure, input }: ProcedureCall): WireCall {
  const path = `/trpc/${procedure}`;
  const text = input === undefined ? undefined : JSON.stringify(input);
  const { type, meta } = PROCEDURES.get(procedure)!;
  if (meta.isStreamed) {
    const [headers, body] = [{ "trpc-accept": "application/jsonl" }, `{"0":${text ?? "{}"}}`];
    return type === "mutation"
      ? { method: "POST", path: `${path}?batch=1`, headers: { ...headers, ...JSON_BODY }, body }
      : { method: "GET", path: `${path}?batch=1&input=${encodeURIComponent(body)}`, headers };
  }
  if (type === "mutation") {
    return { method: "POST", path, headers: JSON_BODY, body: text ?? "{}" };
  }
  const search = text === undefined ? "" : `?input=${encodeURIComponent(text)}`;
  return { method: "GET", path: `${path}${search}`, headers: {} };
}

function searchOf(fields: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  return search.size === 0 ? "" : `?${search.toString()}`;
}
