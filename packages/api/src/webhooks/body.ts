import type { Payload } from "@knote/contract";

/** What a message tells: `data` and `detail` are JSON without white space between tokens. */
export interface MessageParts {
  readonly event: string;
  readonly timestamp: string;
  readonly data: string;
  readonly detail: string;
}

/**
 * Returns the body of a message without its last member, the signature, which the transport adds. Members stand in the
 * documented order and without white space, so that a receiver which parses the body, takes the signature out and writes
 * it anew gets these characters again.
 */
export function unsignedBody({ event, timestamp, data, detail }: MessageParts, payload: Payload): string {
  const name = JSON.stringify(event);
  const members = `"event":${name},"timestamp":${JSON.stringify(timestamp)},"data":${data}`;
  return payload === "detailed" ? `{${members},"type":${name},"detail":${detail}}` : `{${members}}`;
}
