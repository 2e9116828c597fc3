import type { ListToolsResult } from "@modelcontextprotocol/server";
import { ALL_TOOLS } from "../tools/all-tools.ts";
import { compactSchema } from "./compact-schema.ts";

const LISTINGS = ALL_TOOLS.map(({ name, description, scope, annotations, input, hints, output }) => ({
  scope,
  tool: {
    name,
    description,
    inputSchema: compactSchema(input, "input", hints),
    outputSchema: compactSchema(output, "output"),
    annotations,
  },
}));

const lists = new Map<string, ListToolsResult>();

/** Returns the tools that a token with these scopes can call, made once for each set of scopes. */
export function toolList(scopes: ReadonlySet<string>): ListToolsResult {
  const visible = LISTINGS.filter(({ scope }) => scopes.has(scope));
  const key = visible.map(({ tool }) => tool.name).join();
  const list = lists.get(key) ?? { tools: visible.map(({ tool }) => tool) };
  lists.set(key, list);
  return list;
}
