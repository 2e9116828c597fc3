import { connect, type Socket } from "node:net";
import { createAnswerReader, type Answer } from "./answer-reader.ts";

export interface BenchRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  /** Index of the client's token to send. @default 0 */
  readonly user?: number;
}

export interface LoadFigures {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Limits {
  readonly concurrency: number;
  readonly seconds: number;
  /** Called with every body. */
  readonly onAnswer?: (body: string) => void;
}

export interface Client extends Disposable {
  readonly url: string;
  /** Sends a request and returns the body. */
  send(request: BenchRequest): Promise<string>;
  /** Sends the requests of `next`, `concurrency` at a time, until it returns null or the time is over. */
  load(next: (index: number) => BenchRequest | null, limits: Limits): Promise<LoadFigures>;
}

/** The buffer that all connections read into: bytes are handled before the next read. */
const INTO = Buffer.alloc(262_144);

/** Creates callers on bare sockets, so that the load costs little. A response other than 2xx ends the benchmark. */
export function createClient(url: string, tokens: readonly string[]): Client {
  const { host, hostname, port } = new URL(url);
  const heads = tokens.map((token) => `Host: ${host}\r\nAuthorization: Bearer ${token}\r\n`);
  let idle: Connection[] = [];

  const formatRequest = ({ method, path, body, user = 0 }: BenchRequest): string => {
    const lead = `${method} ${path} HTTP/1.1\r\n${heads[user]}`;
    if (body === undefined) return `${lead}\r\n`;
    const text = JSON.stringify(body);
    return `${lead}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
  /** Returns an idle connection that the server has not closed, or a new one. */
  const open = (): Connection => {
    for (let at = idle.pop(); at; at = idle.pop()) if (!at.socket.destroyed) return at;
    return openConnection(hostname, Number(port));
  };
  const closeIdle = () => {
    for (const { socket } of idle) socket.destroy();
    idle = [];
  };
  async function send(request: BenchRequest, keep = true): Promise<string> {
    const connection = open();
    const { status, body } = await connection.exchange(formatRequest(request), keep);
    idle.push(connection);
    if (status < 200 || status > 299)
      throw new Error(`${request.method} ${request.path} answered ${status}: ${body.slice(0, 500)}`);
    return body;
  }

  return {
    url,
    send,
    async load(next, { concurrency, seconds, onAnswer }) {
      const latencies: number[] = [];
      const startTime = performance.now();
      const end = startTime + seconds * 1000;
      let sentCount = 0;
      const caller = async () => {
        for (let now = performance.now(); now < end;) {
          const request = next(sentCount++);
          if (!request) return;
          const body = await send(request, onAnswer !== undefined);
          latencies.push(-now + (now = performance.now()));
          onAnswer?.(body);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, caller));
      const took = (performance.now() - startTime) / 1000;
      closeIdle();
      return figures(latencies, took);
    },
    [Symbol.dispose]: closeIdle,
  };
}

interface Connection {
  readonly socket: Socket;
  exchange(request: string, keep: boolean): Promise<Answer>;
}

function openConnection(host: string, port: number): Connection {
  let waiting: PromiseWithResolvers<Answer> | undefined;
  const reader = createAnswerReader((answer) => waiting?.resolve(answer));
  const onread = { buffer: INTO, callback: (length: number) => (reader.read(INTO.subarray(0, length)), true) };
  const socket = connect({ host, port, noDelay: true, onread });
  socket.on("error", (error) => waiting?.reject(error));
  socket.on("close", () => waiting?.reject(new Error("The server closed a connection.")));
  return {
    socket,
    exchange(request, keep) {
      waiting = Promise.withResolvers<Answer>();
      reader.keep = keep;
      socket.write(request);
      return waiting.promise;
    },
  };
}

function figures(latencies: number[], seconds: number): LoadFigures {
  latencies.sort((one, other) => one - other);
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}

/** Returns a quantile of sorted numbers; NaN when there are none. */
export function quantile(sortedValues: readonly number[], share: number): number {
  return sortedValues[Math.min(sortedValues.length - 1, Math.floor(share * sortedValues.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  );
}
