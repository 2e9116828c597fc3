import type { ProviderReply } from "./provider-server.ts";

/** Replies with JSON. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): ProviderReply {
  return rawReply(status, JSON.stringify(body), { "content-type": "application/json", ...headers });
}

export function rawReply(status: number, body: string, headers: Record<string, string> = {}): ProviderReply {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** Replies with a stream of server-sent events, one chunk each. */
export function eventStream(events: readonly string[]): ProviderReply {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    for (const event of events) response.write(event);
    response.end();
  };
}

/** Begins like `eventStream`, then breaks the connection. */
export function cutStream(events: readonly string[]): ProviderReply {
  return async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    for (const event of events) await new Promise((resolve) => response.write(event, resolve));
    response.destroy();
  };
}

/** Begins like `eventStream`, then sends nothing more. */
export function stalledStream(events: readonly string[]): ProviderReply {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    for (const event of events) response.write(event);
  };
}

/** Never answers. */
export function silence(): ProviderReply {
  return () => undefined;
}
