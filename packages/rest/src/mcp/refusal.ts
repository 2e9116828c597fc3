import type { ErrorAnswer } from "../errors/error-answer.ts";

/**
 * Writes what is refused at `/mcp` as a JSON-RPC error, which its clients read. The one place of it. Without an id: a
 * request may be refused before its body was read.
 */
export function asRpcError({ body, ...answer }: ErrorAnswer): Omit<ErrorAnswer, "body"> & { readonly body: object } {
  return { ...answer, body: { jsonrpc: "2.0", error: { code: answer.status, message: body.detail } } };
}
