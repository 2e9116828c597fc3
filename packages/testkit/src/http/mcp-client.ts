import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as EarlierStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as EarlierHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** The official clients: of the present line in both of its eras, and of the line of 2025. */
export const MCP_CLIENTS = ["2.4.0, 2026-07-28", "2.4.0, 2025-11-25", "1.32.2, 2025-11-25"] as const;
export type McpClientName = (typeof MCP_CLIENTS)[number];

export interface McpToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  /** Untyped, as each test expects another one. */
  readonly structuredContent?: any;
  readonly isError?: boolean;
}

/** What the clients of all lines can do, with the same results. */
export interface McpTestClient extends AsyncDisposable {
  readonly protocolVersion: string | undefined;
  /** What the client could not read, such as output of the program that is no message. */
  readonly complaints: readonly Error[];
  instructions(): string | undefined;
  listTools(): Promise<{ readonly tools: readonly any[] }>;
  callTool(
    name: string,
    parameters?: object,
    options?: { readonly signal?: AbortSignal; readonly timeout?: number },
  ): Promise<McpToolResult>;
  listResources(cursor?: string): Promise<{ readonly resources: readonly any[]; readonly nextCursor?: string }>;
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly any[] }>;
  readResource(uri: string): Promise<{ readonly contents: readonly any[] }>;
  listPrompts(): Promise<{ readonly prompts: readonly any[] }>;
  getPrompt(name: string, parameters?: Record<string, string>): Promise<{ readonly messages: readonly any[] }>;
}

export interface McpServerProcess {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

const IDENTITY = { name: "knote-tests", version: "1" };

/** Connects to a server over HTTP. */
export async function connectMcp(
  name: McpClientName,
  { url, token }: { readonly url: string; readonly token: string },
): Promise<McpTestClient> {
  const address = new URL("/mcp", url);
  const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
  return await connect(
    name,
    () => new StreamableHTTPClientTransport(address, options),
    () => new EarlierHttpTransport(address, options),
  );
}

/** Starts a program that speaks the protocol on its standard streams. */
export async function startMcp(name: McpClientName, program: McpServerProcess): Promise<McpTestClient> {
  const options = { ...program, stderr: "ignore" } as const;
  return await connect(
    name,
    () => new StdioClientTransport(options),
    () => new EarlierStdioTransport(options),
  );
}

async function connect(
  name: McpClientName,
  transport: () => Parameters<Client["connect"]>[0],
  earlierTransport: () => Parameters<EarlierClient["connect"]>[0],
): Promise<McpTestClient> {
  if (name === "1.32.2, 2025-11-25") {
    const client = new EarlierClient(IDENTITY);
    await client.connect(earlierTransport());
    return asTestClient(client as unknown as Client);
  }
  const mode = name === "2.4.0, 2026-07-28" ? "auto" : "legacy";
  const client = new Client(IDENTITY, { versionNegotiation: { mode } });
  await client.connect(transport());
  return asTestClient(client);
}

/** The clients of both lines agree in the methods that are used here. */
export function asTestClient(client: Client): McpTestClient {
  const complaints: Error[] = [];
  Object.assign(client, { onerror: (error: Error) => void complaints.push(error) });
  return {
    complaints,
    get protocolVersion() {
      return client.getNegotiatedProtocolVersion?.();
    },
    instructions: () => client.getInstructions(),
    listTools: () => client.listTools(),
    callTool: (name, parameters = {}, options = {}) => {
      const call = { name, arguments: parameters as Record<string, unknown> };
      // The client of 2025 takes a schema of the result in between.
      return (
        "getNegotiatedProtocolVersion" in client
          ? client.callTool(call, options)
          : (client as any).callTool(call, undefined, options)
      ) as Promise<McpToolResult>;
    },
    listResources: (cursor) => client.listResources(cursor === undefined ? {} : { cursor }) as never,
    listResourceTemplates: () => client.listResourceTemplates(),
    readResource: (uri) => client.readResource({ uri }),
    listPrompts: () => client.listPrompts(),
    getPrompt: (name, parameters) => client.getPrompt({ name, ...(parameters && { arguments: parameters }) }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
