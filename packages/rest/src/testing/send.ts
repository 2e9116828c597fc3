import { request as httpRequest } from "node:http";

export interface Sent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, with `Content-Type: application/json` unless `headers` say otherwise. */
  readonly bytes?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** The JSON of the body, if it is some. */
  readonly body: any;
}

/** Sends `METHOD /path` to the letter: nothing is encoded, followed or unpacked. */
export async function send(base: string, request: string, { token, headers, json, bytes }: Sent = {}): Promise<Answer> {
  const [method, path] = split(request);
  const content = json === undefined ? bytes : JSON.stringify(json);
  const { hostname, port } = new URL(base);
  return await new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      hostname,
      port,
      method,
      path,
      agent: false,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(content !== undefined && {
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(content),
        }),
        ...headers,
      },
    });
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
          body: parsed(text),
        });
      });
    });
    outgoing.end(content);
  });
}

function split(request: string): [string, string] {
  const space = request.indexOf(" ");
  return [request.slice(0, space), request.slice(space + 1)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
