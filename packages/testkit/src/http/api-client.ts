import type { TokenClaims } from "./test-token.ts";

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed; null when empty. The test says what it expects of it. */
  readonly body: any;
}

/** One call of the REST interface; a body is sent as JSON. */
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

/** The interface of a test server as one of its users calls it. */
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
