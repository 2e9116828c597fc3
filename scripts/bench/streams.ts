import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface Streams extends Disposable {
  /** The first message of each client. */
  readonly greetings: readonly string[];
  /** Bytes received by all clients so far. */
  readonly bytes: number;
  /** Resolves to the time, by `performance.now()`, when the last client has received the text. */
  untilAllHave(text: string): Promise<number>;
}

/** Connections opened at a time: fewer than the usual backlog. */
const AT_ONCE = 128;
const MOST_WAIT_MS = 60_000;

/** Opens clients of a stream on bare sockets that all read into one buffer, so that the clients cost little. */
export async function openStreams(url: string, path: string, count: number): Promise<Streams> {
  const { host, hostname, port } = new URL(url);
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`;
  const into = Buffer.alloc(65_536);
  const greetings: string[] = [];
  const sockets: Socket[] = [];
  let bytes = 0;
  let expectation: { readonly text: Buffer; remaining: number; readonly onDone: (at: number) => void } | undefined;

  async function open(): Promise<void> {
    const whenGreeted = Promise.withResolvers<void>();
    let greeting = "";
    const callback = (length: number) => {
      bytes += length;
      const got = into.subarray(0, length);
      if (expectation && got.includes(expectation.text)) {
        if (--expectation.remaining === 0) expectation.onDone(performance.now());
      } else if (!isGreeting(greeting)) {
        greeting += got.toString("latin1");
        if (isGreeting(greeting)) whenGreeted.resolve();
      }
      return true;
    };
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread: { buffer: into, callback } });
    sockets.push(socket);
    socket.on("error", whenGreeted.reject);
    await once(socket, "connect");
    socket.write(request);
    await whenGreeted.promise;
    if (!greeting.startsWith("HTTP/1.1 200")) throw new Error(`A stream was refused: ${greeting.slice(0, 300)}`);
    greetings.push(greeting);
  }

  for (let remaining = count; remaining > 0; remaining -= AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(remaining, AT_ONCE) }, open));
  return {
    greetings,
    get bytes() {
      return bytes;
    },
    async untilAllHave(text) {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      expectation = { text: Buffer.from(text), remaining: count, onDone: resolve };
      const timer = setTimeout(
        () => reject(new Error(`${expectation?.remaining} clients received no event.`)),
        MOST_WAIT_MS,
      );
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        expectation = undefined;
      }
    },
    [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** Returns whether the text contains the first event, or a refusal. */
function isGreeting(text: string): boolean {
  return /data:.*\n\n/.test(text) || (text.includes("\r\n\r\n") && !text.startsWith("HTTP/1.1 200"));
}
