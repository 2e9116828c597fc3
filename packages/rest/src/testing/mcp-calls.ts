import type { Answer } from "./send.ts";
import type { TestCaller } from "./start-app.ts";

export const LEGACY_HEADERS = { Accept: "application/json, text/event-stream" };

/** The headers of a call of a tool in the present revision. */
export function modernHeaders(name: string): Record<string, string> {
  return { ...LEGACY_HEADERS, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": name };
}

/** A call of a tool as the revisions of 2025 send it. */
export function toolCall(name: string, parameters: object = {}): object {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: parameters } };
}

/** The same as the present revision sends it. */
export function modernToolCall(name: string, parameters: object = {}): object {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "tests", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: parameters, _meta } };
}

/** Calls a tool in one of the two eras. */
export function callTool(
  caller: Pick<TestCaller, "send">,
  name: string,
  parameters: object = {},
  era: "legacy" | "modern" = "modern",
): Promise<Answer> {
  return era === "modern"
    ? caller.send("POST /mcp", { json: modernToolCall(name, parameters), headers: modernHeaders(name) })
    : caller.send("POST /mcp", { json: toolCall(name, parameters), headers: LEGACY_HEADERS });
}

/** The text of a result that says that the call failed. */
export function errorText({ body }: Answer): string {
  if (body?.result?.isError !== true) throw new Error(`No error: ${JSON.stringify(body)}`);
  return body.result.content[0].text;
}
