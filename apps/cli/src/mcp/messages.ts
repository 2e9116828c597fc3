/** A JSON-RPC message, as far as a relay looks into it. */
export interface RpcMessage {
  readonly method?: string;
  readonly id?: string | number;
  readonly params?: {
    readonly name?: unknown;
    readonly uri?: unknown;
    readonly requestId?: string | number;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

const VERSION_FIELD = "io.modelcontextprotocol/protocolVersion";
/** What a header can hold as it is. */
const PLAIN = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
const NAMES: Readonly<Record<string, "name" | "uri">> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Returns a line as a message, or null for anything else. */
export function parseMessage(line: string): RpcMessage | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Returns the headers that repeat what the message says, as the present revision wants them. Messages of the earlier
 * ones say no version; they get the one that the handshake agreed on.
 */
export function headersOf({ method, params }: RpcMessage, agreedVersion: string | null): Record<string, string> {
  const version = params?._meta?.[VERSION_FIELD];
  if (typeof version !== "string") return agreedVersion === null ? {} : { "MCP-Protocol-Version": agreedVersion };
  const field = method === undefined ? undefined : NAMES[method];
  const name = field && params?.[field];
  return {
    "MCP-Protocol-Version": version,
    ...(method !== undefined && { "Mcp-Method": method }),
    ...(typeof name === "string" && { "Mcp-Name": asHeader(name) }),
  };
}

function asHeader(text: string): string {
  return PLAIN.test(text) && !text.startsWith("=?base64?")
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

/** Whether the message is of the present revision. */
export function isModern({ params }: RpcMessage): boolean {
  return typeof params?._meta?.[VERSION_FIELD] === "string";
}

/** Returns the messages of an answer, as JSON or as a stream of events. */
export function messagesIn(contentType: string, text: string): unknown[] {
  if (!contentType.startsWith("text/event-stream")) return text === "" ? [] : [JSON.parse(text)];
  return text.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []));
    return data.length === 0 || data.join("") === "" ? [] : [JSON.parse(data.join("\n"))];
  });
}
