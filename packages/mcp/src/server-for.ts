import { Server } from "@modelcontextprotocol/server";
import * as z from "zod";
import { callTool, type ToolParameters } from "./call-tool.ts";
import { clientError } from "./client-error.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import type { ServedRequest } from "./mcp-request.ts";
import { PROMPT_LIST, PromptParameters, promptText } from "./prompts/all-prompts.ts";
import { listResources } from "./resources/list-resources.ts";
import { readResource, RESOURCE_TEMPLATES } from "./resources/read-resource.ts";
import { toolList } from "./schemas/tool-list.ts";

// With schemas of its own, the SDK answers malformed parameters by the code for them; without, as a failure of ours.
const PageParameters = z.object({ cursor: z.string().optional() });
const ResourceParameters = z.object({ uri: z.string() });

const HOUR_MS = 3_600_000;

const OPTIONS = {
  capabilities: { tools: {}, resources: {}, prompts: {} },
  instructions: INSTRUCTIONS,
  cacheHints: {
    "tools/list": { ttlMs: HOUR_MS, cacheScope: "private" },
    "prompts/list": { ttlMs: HOUR_MS, cacheScope: "public" },
    "resources/templates/list": { ttlMs: HOUR_MS, cacheScope: "public" },
    "server/discover": { ttlMs: HOUR_MS, cacheScope: "public" },
  },
} as const;

/** Creates the server of one request. The SDK's own class for tools would derive all schemas anew each time. */
export function serverFor(request: ServedRequest): Server {
  const { context } = request;
  const server = new Server({ name: "knote", title: "Knote", version: context.version }, OPTIONS);
  const guard =
    <Parameters, Result>(answer: (parameters: Parameters) => Promise<Result> | Result) =>
    async (parameters: Parameters): Promise<Result> => {
      try {
        return await answer(parameters);
      } catch (error) {
        throw clientError(error, request);
      }
    };
  const call = guard((parameters: ToolParameters) => callTool(parameters, request));
  server.setRequestHandler("tools/list", () => toolList(context.actor.scopes));
  server.setRequestHandler("tools/call", ({ params }) => call(params));
  server.setRequestHandler("prompts/list", () => PROMPT_LIST);
  server.setRequestHandler("prompts/get", { params: PromptParameters }, guard(promptText));
  server.setRequestHandler("resources/templates/list", () => RESOURCE_TEMPLATES);
  server.setRequestHandler(
    "resources/list",
    { params: PageParameters },
    guard(({ cursor }) => listResources(request, cursor)),
  );
  server.setRequestHandler(
    "resources/read",
    { params: ResourceParameters },
    guard(({ uri }) => readResource(request, uri)),
  );
  return server;
}
