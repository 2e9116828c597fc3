import { Pool } from "undici";

export interface BenchRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
}

export interface Figures {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Limits {
  readonly concurrency: number;
  readonly seconds: number;
  /** Gets every body. */
  readonly onAnswer?: (body: string) => void;
}

export interface Client extends AsyncDisposable {
  /** Answers the body. */
  send(request: BenchRequest): Promise<string>;
  /** Sends what `next` gives, `concurrency` at a time, until it gives no more or the time is over. */
  load(next: (index: number) => BenchRequest | null, limits: Limits): Promise<Figures>;
}

const MOST_CONNECTIONS = 64;

/** Callers that each wait for their answer before they ask again. An answer other than 2xx ends the benchmark. */
export function createClient(url: string, token: string): Client {
  const pool = new Pool(url, { connections: MOST_CONNECTIONS, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const send = ({ method, path, body }: BenchRequest) =>
    dispatch(pool, { method, path, headers, body: body === undefined ? null : JSON.stringify(body) });
  return {
    send,
    async load(next, { concurrency, seconds, onAnswer }) {
      const latencies: number[] = [];
      const started = performance.now();
      const end = started + seconds * 1000;
      let sent = 0;
      const caller = async () => {
        for (let now = performance.now(); now < end;) {
          const request = next(sent++);
          if (!request) return;
          const body = await send(request);
          latencies.push(-now + (now = performance.now()));
          onAnswer?.(body);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, caller));
      return figures(latencies, (performance.now() - started) / 1000);
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

function dispatch(pool: Pool, options: Parameters<Pool["dispatch"]>[0]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let status = 0;
  pool.dispatch(options, {
    onRequestStart() {},
    onResponseStart: (_, code) => void (status = code),
    onResponseData: (_, chunk) => void chunks.push(chunk),
    onResponseEnd() {
      const body = Buffer.concat(chunks).toString();
      if (status >= 200 && status < 300) resolve(body);
      else reject(new Error(`${options.method} ${options.path} answered ${status}: ${body}`));
    },
    onResponseError: (_, error) => reject(error),
  });
  return promise;
}

function figures(latencies: number[], seconds: number): Figures {
  latencies.sort((one, other) => one - other);
  const quantile = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? Number.NaN;
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}
