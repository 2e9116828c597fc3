import { DomainError } from "@knote/api";
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { McpRefusal } from "./mcp-refusal.ts";
import type { McpCallEnd, ServedRequest } from "./mcp-request.ts";
import { requireScope } from "./require-scope.ts";
import { causeOf, failureText, textForModel } from "./texts-for-models.ts";
import { toolContext } from "./tool-context.ts";
import { ALL_TOOLS } from "./tools/all-tools.ts";
import type { Tool } from "./tools/tool.ts";

const TOOLS: ReadonlyMap<string, Tool> = new Map(ALL_TOOLS.map((tool) => [tool.name, tool]));

export interface ToolParameters {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** Calls a tool. What goes wrong inside is a result that says so; rejects only for calls that never reach the tool. */
export async function callTool(parameters: ToolParameters, request: ServedRequest): Promise<CallToolResult> {
  const tool = TOOLS.get(parameters.name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no tool with this name.");
  const startedAt = performance.now();
  const end = (outcome: McpCallEnd["outcome"]) =>
    request.onCallEnd({ tool: tool.name, outcome, era: request.era, ms: performance.now() - startedAt });
  try {
    requireScope(request, tool.scope);
    await request.takeCall();
    const result = await run(tool, parameters.arguments ?? {}, request);
    end(result.outcome);
    return result.answer;
  } catch (error) {
    end(request.context.signal?.aborted === true ? "left" : "refused");
    throw error;
  }
}

interface Outcome {
  readonly outcome: "ok" | "error" | "failed";
  readonly answer: CallToolResult;
}

async function run(tool: Tool, input: Readonly<Record<string, unknown>>, request: ServedRequest): Promise<Outcome> {
  try {
    const structuredContent = await tool.call(toolContext(request), tool.input.parse(input));
    const text = JSON.stringify(structuredContent);
    return { outcome: "ok", answer: { content: [{ type: "text", text }], structuredContent } };
  } catch (error) {
    const cause = causeOf(error);
    if (cause instanceof McpRefusal || request.context.signal?.aborted === true) throw error;
    // Such as a token that was cut while the call was under way.
    if (DomainError.is(cause) && cause.code === "FORBIDDEN") throw new McpRefusal(403, cause.message);
    const { requestId, context } = request;
    const text = textForModel(error, { tool, input, requestId, now: context.clock.now() });
    if (text === null) request.onFailure(cause);
    return {
      outcome: text === null ? "failed" : "error",
      answer: { content: [{ type: "text", text: text ?? failureText(requestId) }], isError: true },
    };
  }
}
