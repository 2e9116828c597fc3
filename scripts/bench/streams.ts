import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface Streams extends Disposable {
  /** What each client got before anything happened. */
  readonly greetings: readonly string[];
  /** That all clients got so far. */
  readonly bytes: number;
  /** When the last client got the text: by the clock of `performance`. */
  untilAllHave(text: string): Promise<number>;
}

/** Fewer than wait in a usual backlog. */
const AT_ONCE = 128;
const MOST_WAIT_MS = 60_000;

/** Clients of a stream on bare sockets that all read into one buffer: what they cost is the server's cost, not theirs. */
export async function openStreams(url: string, path: string, count: number): Promise<Streams> {
  const { host, hostname, port } = new URL(url);
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`;
  const into = Buffer.alloc(65_536);
  const greetings: string[] = [];
  const sockets: Socket[] = [];
  let bytes = 0;
  let awaited: { readonly text: Buffer; left: number; readonly done: (at: number) => void } | undefined;

  async function open(): Promise<void> {
    const greeted = Promise.withResolvers<void>();
    let greeting = "";
    const callback = (length: number) => {
      bytes += length;
      const got = into.subarray(0, length);
      if (awaited && got.includes(awaited.text)) {
        if (--awaited.left === 0) awaited.done(performance.now());
      } else if (!isGreeting(greeting)) {
        greeting += got.toString("latin1");
        if (isGreeting(greeting)) greeted.resolve();
      }
      return true;
    };
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread: { buffer: into, callback } });
    sockets.push(socket);
    socket.on("error", greeted.reject);
    await once(socket, "connect");
    socket.write(request);
    await greeted.promise;
    if (!greeting.startsWith("HTTP/1.1 200")) throw new Error(`A stream was refused: ${greeting.slice(0, 300)}`);
    greetings.push(greeting);
  }

  for (let left = count; left > 0; left -= AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, open));
  return {
    greetings,
    get bytes() {
      return bytes;
    },
    async untilAllHave(text) {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      awaited = { text: Buffer.from(text), left: count, done: resolve };
      const timer = setTimeout(() => reject(new Error(`${awaited?.left} clients had no event.`)), MOST_WAIT_MS);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        awaited = undefined;
      }
    },
    [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** Whether the first event is there, or a refusal. */
function isGreeting(text: string): boolean {
  return /data:.*\n\n/.test(text) || (text.includes("\r\n\r\n") && !text.startsWith("HTTP/1.1 200"));
}
