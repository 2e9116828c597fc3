import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import { eventually } from "../eventually.ts";
import { type SendRequestOptions, sendRequest } from "./send-request.ts";

export interface EventMessage {
  readonly event: string;
  readonly data: any;
  readonly id?: string;
  readonly retry?: string;
}

export interface OpenEvents extends Disposable {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly messages: readonly EventMessage[];
  /** Whether the server has ended the stream properly. */
  readonly hasEnded: boolean;
  /** Whether the connection is gone, for any reason. */
  readonly isClosed: boolean;
  readonly text: string;
  /** Waits for this many messages, pings excluded. */
  waitForMessages(count: number): Promise<readonly EventMessage[]>;
  /** For tests that pause and resume reading. */
  readonly response: IncomingMessage;
}

interface EventsRequest extends Pick<SendRequestOptions, "token" | "headers"> {
  /** Body, sent as JSON. */
  readonly json?: unknown;
}

/** Opens a stream of Server-Sent Events: `openEvents(url, "GET /api/activity/stream", { token })`. */
export async function openEvents(
  base: string,
  target: string,
  { token, headers, json }: EventsRequest = {},
): Promise<OpenEvents> {
  const outgoing = sendRequest(base, target, {
    token,
    headers: { Accept: "text/event-stream", ...headers },
    content: json === undefined ? undefined : JSON.stringify(json),
  });
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  outgoing.on("error", () => {});
  return readEvents(outgoing, response);
}

function readEvents(outgoing: ClientRequest, response: IncomingMessage): OpenEvents {
  const state = { text: "", ended: false, closed: false };
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => void (state.text += chunk));
  response.on("end", () => void (state.ended = true));
  response.on("error", () => {});
  response.on("close", () => void (state.closed = true));
  // Parses each message once, as a waiting test reads the list again and again.
  const all: EventMessage[] = [];
  let read = 0;
  const messages = (): readonly EventMessage[] => {
    const blocks = state.text.slice(read).split("\n\n").slice(0, -1);
    all.push(...blocks.map(parseMessage));
    for (const { length } of blocks) read += length + 2;
    return [...all];
  };
  return {
    response,
    status: response.statusCode ?? 0,
    headers: response.headers,
    get messages() {
      return messages();
    },
    get hasEnded() {
      return state.ended;
    },
    get isClosed() {
      return state.closed;
    },
    get text() {
      return state.text;
    },
    waitForMessages: (count) =>
      eventually(() => {
        const events = messages().filter(({ event }) => event !== "ping");
        if (events.length < count) throw new Error(`Only ${events.length} of ${count} messages came: ${state.text}`);
        return events;
      }),
    [Symbol.dispose]: () => void outgoing.destroy(),
  };
}

function parseMessage(block: string): EventMessage {
  const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2))) as Record<
    string,
    string
  >;
  const { event = "message", data = "null", id, retry } = fields;
  return { event, data: JSON.parse(data), ...(id !== undefined && { id }), ...(retry !== undefined && { retry }) };
}
