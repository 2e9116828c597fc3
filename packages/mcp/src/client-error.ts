import { DomainError } from "@knote/api";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { McpRefusal } from "./mcp-refusal.ts";
import type { ServedRequest } from "./mcp-request.ts";
import { causeOf, failureText } from "./texts-for-models.ts";

/** Returns the error that a client gets to see: the SDK sends the message of any other one as it is. */
export function clientError(error: unknown, request: ServedRequest): ProtocolError {
  const cause = causeOf(error);
  if (cause instanceof ProtocolError) return cause;
  if (cause instanceof McpRefusal) {
    request.onRefusal(cause);
    return new ProtocolError(ProtocolErrorCode.InternalError, cause.message);
  }
  if (DomainError.is(cause) && cause.code === "INVALID")
    return new ProtocolError(ProtocolErrorCode.InvalidParams, cause.message);
  if (DomainError.is(cause) && cause.code !== "FORBIDDEN")
    return new ProtocolError(ProtocolErrorCode.InternalError, cause.message);
  if (request.context.signal?.aborted !== true) request.onFailure(cause);
  return new ProtocolError(ProtocolErrorCode.InternalError, failureText(request.requestId));
}
