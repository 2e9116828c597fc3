import type { ListResourcesResult } from "@modelcontextprotocol/server";
import type { McpRequest } from "../mcp-request.ts";
import { toolContext } from "../tool-context.ts";
import { ATTENTION, GUIDE } from "./fixed-resources.ts";

const PAGE = 50;

/** Lists the two fixed resources, then the notes, newest first. Without the scope for notes only the guide is left. */
export async function listResources(request: McpRequest, cursor: string | undefined): Promise<ListResourcesResult> {
  if (!request.context.actor.scopes.has("notes:read")) return { resources: [GUIDE] };
  await request.takeCall();
  const { notes, next } = await toolContext(request).caller.notes.list({ limit: PAGE, cursor });
  const resources = notes.map(({ id, title, created_at, importance }) => ({
    uri: `note://${id}`,
    name: title,
    mimeType: "text/markdown",
    annotations: { priority: importance, lastModified: created_at },
  }));
  return {
    resources: cursor === undefined ? [GUIDE, ATTENTION, ...resources] : resources,
    ...(next !== null && { nextCursor: next }),
  };
}
