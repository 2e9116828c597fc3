import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { McpRefusal } from "./mcp-refusal.ts";
import type { McpRequest, ServedRequest } from "./mcp-request.ts";
import { serverFor } from "./server-for.ts";

/** One JSON-RPC message as a client sent it. */
export interface McpMessage {
  readonly body: object;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface McpAnswer {
  readonly status: number;
  /** JSON; empty for a notification. */
  readonly text: string;
}

/** Speaks the Model Context Protocol, without a session: each request is answered by a server of its own. */
export interface McpDoor {
  /** Resolves to null when the client has left. Rejects with `McpRefusal` for a request that gets a status alone. */
  answer(message: McpMessage, request: McpRequest): Promise<McpAnswer | null>;
  close(): Promise<void>;
}

/** The headers that the protocol knows. */
const HEADERS = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

export function createMcpDoor(): McpDoor {
  const servedRequests = new WeakMap<Request, ServedRequest>();
  // Without notifications of ours, "auto" answers JSON as "json" does, and prints no warning about lost ones.
  const modern = createMcpHandler(({ requestInfo }) => serverFor(servedRequests.get(requestInfo!)!), {
    legacy: "reject",
    maxSubscriptions: 0,
  });
  return {
    async answer(message, request) {
      const { signal } = request.context;
      let refusal: McpRefusal | null = null;
      const webRequest = toWebRequest(message, request);
      const isLegacy = await isLegacyRequest(webRequest, message.body);
      const servedRequest: ServedRequest = {
        ...request,
        era: isLegacy ? "legacy" : "modern",
        onRefusal: (one) => void (refusal = one),
      };
      servedRequests.set(webRequest, servedRequest);
      const answering = isLegacy
        ? answerLegacy(webRequest, message.body, servedRequest)
        : modern.fetch(webRequest, { parsedBody: message.body });
      const response = await (signal ? Promise.race([answering, untilAborted(signal)]) : answering);
      if (response === null || signal?.aborted === true) return null;
      if (refusal !== null) throw refusal as McpRefusal;
      return { status: response.status, text: await response.text() };
    },
    close: () => modern.close(),
  };
}

/**
 * The SDK would answer the earlier revisions with a stream of events, whose status is sent before a tool can refuse. As
 * JSON, both eras can be refused alike.
 */
async function answerLegacy(webRequest: Request, body: object, request: ServedRequest): Promise<Response> {
  const server = serverFor(request);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(webRequest, { parsedBody: body });
  } finally {
    await server.close();
  }
}

function toWebRequest({ headers }: McpMessage, { publicUrl, context }: McpRequest): Request {
  const pairs = HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  return new Request(`${publicUrl}/mcp`, {
    method: "POST",
    headers: pairs,
    ...(context.signal && { signal: context.signal }),
  });
}

function untilAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
}
