import type { Exchange } from "./exchange.ts";

/** `sent` without a token: something stood there that is none. */
export interface SentToken {
  readonly sent: boolean;
  readonly token: string | null;
}

const NOTHING: SentToken = { sent: false, token: null };
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;
const BEARER_SCHEME = /^bearer +\S/i;

/** The token of the `Authorization` header; other schemes are none. */
export function headerToken({ request }: Exchange): SentToken {
  const header = request.headers.authorization;
  if (header === undefined || !BEARER_SCHEME.test(header)) return NOTHING;
  return { sent: true, token: BEARER.exec(header)?.[1] ?? null };
}

/** The token of the query parameter `token`, which counts when both are sent, else of the header. */
export function queryOrHeaderToken(exchange: Exchange): SentToken {
  const tokens = new URLSearchParams(exchange.search).getAll("token");
  if (tokens.length === 0) return headerToken(exchange);
  return { sent: true, token: tokens.length === 1 && tokens[0] !== "" ? tokens[0]! : null };
}
