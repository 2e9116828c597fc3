import { isStoredToken } from "@knote/contract";
import { invalidToken } from "../errors/http-refusal.ts";
import type { Exchange } from "./exchange.ts";

/** `wasSent` with a null token: the request carried a bearer token that is malformed. */
export interface SentToken {
  readonly wasSent: boolean;
  readonly token: string | null;
}

const NOTHING: SentToken = { wasSent: false, token: null };
/** Proxies log addresses, and a stored token is good for months. */
const IN_ADDRESS = "A personal token goes into the Authorization header.";
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;
const BEARER_SCHEME = /^bearer +\S/i;

/** Reads the token of the `Authorization` header; other schemes count as no token. */
export function headerToken({ request }: Exchange): SentToken {
  const header = request.headers.authorization;
  if (header === undefined || !BEARER_SCHEME.test(header)) return NOTHING;
  return { wasSent: true, token: BEARER.exec(header)?.[1] ?? null };
}

/** Reads the token of the query parameter `token`, or of the header when there is no such parameter. */
export function queryOrHeaderToken(exchange: Exchange): SentToken {
  const tokens = new URLSearchParams(exchange.search).getAll("token");
  if (tokens.length === 0) return headerToken(exchange);
  if (tokens.some(isStoredToken)) throw invalidToken(IN_ADDRESS);
  return { wasSent: true, token: tokens.length === 1 && tokens[0] !== "" ? tokens[0]! : null };
}
