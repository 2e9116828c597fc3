import type { ErrorAnswer } from "../errors/error-answer.ts";
import type { RefusalWriter } from "../http/exchange.ts";

/** What a connector asks for first; writing is asked for once it is needed. */
const FIRST_SCOPES = "notes:read ask";

/**
 * Writes what is refused at `/mcp` as a JSON-RPC error, which its clients read. The one place of it. Without an id: a
 * request may be refused before its body was read. `metadataUrl`: where a connector finds out how to get a token.
 */
export function asRpcError(metadataUrl: string | null): RefusalWriter {
  return ({ body, headers, ...answer }: ErrorAnswer) => ({
    ...answer,
    headers: metadataUrl === null ? headers : withMetadata(headers, metadataUrl),
    body: { jsonrpc: "2.0", error: { code: answer.status, message: body.detail } },
  });
}

function withMetadata(headers: ErrorAnswer["headers"], metadataUrl: string): ErrorAnswer["headers"] {
  return headers.map((value, index) =>
    headers[index - 1] === "WWW-Authenticate" ? challenge(value, metadataUrl) : value,
  );
}

function challenge(text: string, metadataUrl: string): string {
  const scope = text.includes("scope=") ? [] : [`scope="${FIRST_SCOPES}"`];
  const [scheme = "", ...rest] = text.split(/ (.*)/s).filter(Boolean);
  return `${scheme} ${[...rest, ...scope, `resource_metadata="${metadataUrl}"`].join(", ")}`;
}
