import type { TokenClaims } from "./test-token.ts";

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; null when empty. Untyped, as each test expects another body. */
  readonly body: any;
}

/** Calls the REST interface; sends a body as JSON. */
export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<ApiAnswer>;

interface Server {
  readonly url: string;
  token(sub: string, claims?: TokenClaims): Promise<string>;
}

/** Creates a client of a test server for one of its users. */
export async function apiOf(server: Server, sub: string, claims?: TokenClaims): Promise<Api> {
  const token = await server.token(sub, claims);
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
  };
}
