export { createMcpDoor, type McpAnswer, type McpDoor, type McpMessage } from "./create-mcp-door.ts";
export { McpRefusal } from "./mcp-refusal.ts";
export type { Era, McpCallEnd, McpRequest } from "./mcp-request.ts";
export { busyText } from "./texts-for-models.ts";
export { ALL_TOOLS } from "./tools/all-tools.ts";
