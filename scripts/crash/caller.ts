import { randomUUID } from "node:crypto";
import { mintToken } from "../../packages/auth/src/index.ts";

export const SECRET = "the secret of the crash test, of 32 bytes or more";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

/** A user of the service at whatever address it has in its present life. */
export interface Caller {
  readonly user: string;
  readonly token: string;
  url: string;
  /** Rejects when the connection breaks before the answer is whole. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends lines and answers those that came back, also when the connection broke. */
  stream(path: string, lines: string): Promise<string>;
}

export async function createCaller(user: string): Promise<Caller> {
  const token = await mintToken({ secret: SECRET, sub: user, lifetimeSeconds: 86_400 });
  const caller: Caller = {
    user,
    token,
    url: "",
    async call(method, path, body, headers = {}) {
      const answer = await fetch(caller.url + path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          "X-Request-Id": randomUUID(),
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
    },
    async stream(path, lines) {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" };
      let text = "";
      try {
        const answer = await fetch(caller.url + path, { method: "POST", headers, body: lines });
        for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) text += chunk;
      } catch {
        // The server was killed: what came is what counts.
      }
      return text;
    },
  };
  return caller;
}
