import type { Scope } from "@knote/api";
import type { Exchange } from "../http/exchange.ts";
import type { SentToken } from "../http/sent-token.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type PathParameters = Readonly<Record<string, string>>;

/** What one method of one path does. */
export interface Endpoint {
  readonly method: Method;
  /** `/api/workspace/notes/{id}` */
  readonly path: string;
  /** Public endpoints look at no token. */
  readonly access: "public" | "token";
  /** What the token must carry; none: any valid one will do. */
  readonly scope?: Scope | undefined;
  /** Where the token stands, when not in the `Authorization` header. */
  readonly tokenOf?: (exchange: Exchange) => SentToken;
  /** False for what is no part of the interface: it is left out of the OpenAPI document. */
  readonly documented: boolean;
  /** Answers, or rejects with what is to be told. The exchange's actor is set unless the endpoint is public. */
  answer(exchange: Exchange, parameters: PathParameters): Promise<void> | void;
}
