import type { ServiceContext } from "@knote/api";
import type { McpRefusal } from "./mcp-refusal.ts";

/** `legacy`: the revisions of 2024 and 2025, which begin with a handshake. `modern`: 2026-07-28, which has none. */
export type Era = "legacy" | "modern";

/** How a call of a tool ended: `refused` before it began, `failed` for a reason that nobody foresaw. */
export interface McpCallEnd {
  readonly tool: string;
  readonly outcome: "ok" | "error" | "refused" | "failed" | "left";
  readonly era: Era;
  readonly ms: number;
}

/** One request to the door. */
export interface McpRequest {
  readonly context: ServiceContext;
  readonly publicUrl: string;
  /** Stands in every log line of the request. */
  readonly requestId: string;
  /** Takes one of the token's calls a minute; rejects with `McpRefusal` when none is left. */
  readonly takeCall: () => Promise<void>;
  readonly onCallEnd: (end: McpCallEnd) => void;
  /** Hears of failures that nobody foresaw. */
  readonly onFailure: (error: unknown) => void;
}

/** A request that is being served. */
export interface ServedRequest extends McpRequest {
  readonly era: Era;
  /** Hears why the request gets an HTTP status in place of an answer. */
  readonly onRefusal: (refusal: McpRefusal) => void;
}
