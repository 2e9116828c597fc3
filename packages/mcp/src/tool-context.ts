import { createCaller } from "./caller.ts";
import type { McpRequest } from "./mcp-request.ts";
import type { ToolContext } from "./tools/tool.ts";

/** Begins the address of a note as a resource. */
export const NOTE_SCHEME = "note://";

export function toolContext({ context, publicUrl }: Pick<McpRequest, "context" | "publicUrl">): ToolContext {
  const notePages = `${publicUrl}/notes/`;
  return {
    caller: createCaller(context),
    scopes: context.actor.scopes,
    now: () => context.clock.now(),
    cite: ({ id, title }) => ({ id, title, url: notePages + id }),
    idIn(text) {
      const prefix = [NOTE_SCHEME, notePages].find((one) => text.startsWith(one));
      return prefix === undefined ? text : text.slice(prefix.length);
    },
  };
}
