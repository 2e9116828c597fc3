import { type SendRequestOptions, sendRequest } from "@knote/testkit";

export interface SendOptions extends Pick<SendRequestOptions, "token" | "headers"> {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged, with `Content-Type: application/json` unless `headers` has another one. */
  readonly bytes?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** The parsed body, if it is JSON. */
  readonly body: any;
}

/** Sends `METHOD /path`, and returns the response unchanged. */
export async function send(
  base: string,
  request: string,
  { token, headers, json, bytes }: SendOptions = {},
): Promise<Answer> {
  const content = json === undefined ? bytes : JSON.stringify(json);
  return await new Promise((resolve, reject) => {
    const outgoing = sendRequest(base, request, { token, headers, content });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("error", reject);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const all = Buffer.concat(chunks);
        const text = all.toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          text,
          bytes: all,
          body: parseJson(text),
        });
      });
    });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
