import type { Scope } from "@knote/contract";
import { McpRefusal } from "./mcp-refusal.ts";
import type { McpRequest } from "./mcp-request.ts";

const VERBS: Readonly<Record<Scope, string>> = {
  "notes:read": "read notes",
  "notes:write": "write",
  ask: "ask",
  webhooks: "manage webhooks",
};

/** Throws the refusal that tells a client which scope its token lacks. */
export function requireScope({ context }: Pick<McpRequest, "context">, scope: Scope): void {
  if (context.actor.scopes.has(scope)) return;
  throw new McpRefusal(
    403,
    `This token may not ${VERBS[scope]}. The user can make one that may in Settings › Access tokens.`,
    { scope },
  );
}
