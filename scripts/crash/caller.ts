import { mintToken } from "../../packages/auth/src/index.ts";
import { type Api, apiOf } from "../../packages/testkit/src/http/api-client.ts";

export const SECRET = "the secret of the crash test, of 32 bytes or more";

/** A user of the service; its address changes with each start of the server. */
export interface Caller {
  readonly user: string;
  readonly token: string;
  url: string;
  /** Rejects when the connection breaks before the response is complete. */
  readonly call: Api;
  /** Sends lines and returns those that came back, even if the connection broke. */
  stream(path: string, lines: string): Promise<string>;
}

export async function createCaller(user: string): Promise<Caller> {
  const token = await mintToken({ secret: SECRET, sub: user, lifetimeSeconds: 86_400 });
  const service = { url: "", token: async () => token };
  return {
    user,
    token,
    get url() {
      return service.url;
    },
    set url(url) {
      service.url = url;
    },
    call: await apiOf(service, user),
    async stream(path, lines) {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" };
      let text = "";
      try {
        const answer = await fetch(service.url + path, { method: "POST", headers, body: lines });
        for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) text += chunk;
      } catch {
        // The server was killed: only the received text counts.
      }
      return text;
    },
  };
}
