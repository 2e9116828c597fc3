import type { Scope } from "@knote/contract";
import type { Exchange, RefusalWriter } from "../http/exchange.ts";
import type { Authenticate } from "../options.ts";
import type { SentToken } from "../http/sent-token.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type PathParameters = Readonly<Record<string, string>>;

/** What one method of one path does. */
export interface Endpoint {
  readonly method: Method;
  /** `/api/workspace/notes/{id}` */
  readonly path: string;
  /** Public endpoints ignore tokens. */
  readonly access: "public" | "token";
  /** The scope that the token must carry; absent when any valid token will do. */
  readonly scope?: Scope | undefined;
  /** Throws for requests that are refused whatever their token. */
  readonly checkFirst?: (exchange: Exchange) => void;
  /** Writes what is refused at the path; plain error bodies when absent. */
  readonly refusal?: RefusalWriter;
  /** Checks the token, where others are good than elsewhere. */
  readonly authenticate?: Authenticate;
  /** Reads the token, when it is not in the `Authorization` header. */
  readonly tokenOf?: (exchange: Exchange) => SentToken;
  /** False for endpoints that are not part of the API: the OpenAPI document leaves them out. */
  readonly isDocumented: boolean;
  /** Answers, or rejects with the error to send. The exchange's actor is set unless the endpoint is public. */
  answer(exchange: Exchange, parameters: PathParameters): Promise<void> | void;
}
