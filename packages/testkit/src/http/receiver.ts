import { once } from "node:events";
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { Worker } from "node:worker_threads";

/** A request that a receiver of webhooks got. */
export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  /** The raw body, parsed. */
  readonly body: any;
}

export interface Receiver extends AsyncDisposable {
  /** Names this machine `localhost`, which `WEBHOOK_ALLOW` can allow. */
  readonly url: string;
  readonly port: number;
  /** Whole requests, oldest first. */
  readonly requests: readonly ReceivedRequest[];
}

/** What a receiver does once it has the whole request; by default it answers 204. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const NO_CONTENT: Answer = (_, response) => void response.writeHead(204).end();

/** Opens a receiver of webhooks on this machine that keeps what it gets. */
export async function openReceiver(answer: Answer = NO_CONTENT): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    // Null when the sender left.
    const raw = await buffer(request).catch(() => null);
    if (raw === null) return;
    requests.push({ headers: request.headers, raw, body: JSON.parse(raw.toString()) as unknown });
    answer(request, response);
  };
  const server = createHttpServer((request, response) => void receive(request, response));
  return { ...(await listen(server)), requests };
}

/** Opens a receiver that speaks no protocol but what the function does with each connection. */
export async function openRawReceiver(onConnection: (socket: Socket) => void): Promise<Receiver> {
  return { ...(await listen(createNetServer(onConnection))), requests: [] };
}

/** Opens a receiver whose process does nothing: the system takes connections that nobody ever accepts. */
export async function openDeafReceiver(): Promise<Receiver> {
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads");
    const server = require("node:net").createServer().listen(0, "127.0.0.1", () => {
      parentPort.postMessage(server.address().port);
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
    });`,
    { eval: true },
  );
  const [port] = (await once(worker, "message")) as [number];
  return {
    port,
    url: `http://localhost:${port}/hook`,
    requests: [],
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
}

async function listen(server: Server) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => void sockets.add(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://localhost:${port}/hook`,
    [Symbol.asyncDispose]: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
