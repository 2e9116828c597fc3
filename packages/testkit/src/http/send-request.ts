import { type ClientRequest, request } from "node:http";

export interface SendRequestOptions {
  readonly token?: string | undefined;
  /** Override the headers that are sent by default. */
  readonly headers?: Readonly<Record<string, string | string[]>> | undefined;
  /** Body, of type JSON unless `headers` say otherwise. */
  readonly content?: string | Buffer | undefined;
}

/** Sends `METHOD /path` literally, over a new connection: encodes, follows and unpacks nothing. */
export function sendRequest(
  base: string,
  target: string,
  { token, headers, content }: SendRequestOptions,
): ClientRequest {
  const space = target.indexOf(" ");
  const { hostname, port } = new URL(base);
  const outgoing = request({
    hostname,
    port,
    method: target.slice(0, space),
    path: target.slice(space + 1),
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
  outgoing.end(content);
  return outgoing;
}
