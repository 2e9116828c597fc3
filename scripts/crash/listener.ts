import type { Caller } from "./caller.ts";

/** A client of the activity stream that reconnects after every break with its last event id. */
export interface Listener {
  /** Received events by their number. */
  readonly events: ReadonlyMap<number, string>;
  /** Events that arrived twice, or after a gap. */
  readonly faults: readonly string[];
  readonly lastId: string | null;
  /** Resolves with the greeting of the stream. */
  connect(): Promise<void>;
}

export function createListener(caller: Caller): Listener {
  const events = new Map<number, string>();
  const faults: string[] = [];
  let lastId: string | null = null;

  function take(message: string): void {
    const fields = Object.fromEntries(message.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
    const { id, data } = fields as Record<string, string | undefined>;
    if (id === undefined || data === undefined) return;
    const [seq, last] = [Number.parseInt(id, 10), Number.parseInt(lastId ?? "0", 10)];
    if (seq !== last + 1) faults.push(`event ${id} came after ${lastId}`);
    events.set(seq, data);
    lastId = id;
  }

  async function read(body: ReadableStream<Uint8Array>, onGreeting: () => void): Promise<void> {
    let text = "";
    try {
      for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const messages = text.split("\n\n");
        text = messages.pop()!;
        for (const message of messages) take(message);
        onGreeting();
      }
    } catch {
      // The server was killed: incomplete events are sent again.
    }
  }

  return {
    events,
    faults,
    get lastId() {
      return lastId;
    },
    async connect() {
      // A kill can interrupt the first events, too: an unknown id replays the whole log.
      const headers = { Authorization: `Bearer ${caller.token}`, "Last-Event-ID": lastId ?? "none" };
      const answer = await fetch(`${caller.url}/api/activity/stream?events=all`, { headers });
      await new Promise<void>((resolve) => void read(answer.body!, resolve));
    },
  };
}
