import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { sendRequest } from "@knote/testkit";

export type Stop = () => void;

/** Somebody who uses the service as hard as it lets them. */
export interface Villain {
  readonly url: string;
  readonly token: string;
  /** Sends `METHOD /path` and reads the answer away; 0 when there was none. Never rejects. */
  send(target: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<number>;
  /** A connection for bytes of any kind. */
  socket(bytes: string): Socket;
  /** So many callers, each of whom calls again as soon as there is an answer. */
  keepOn(callers: number, call: () => Promise<unknown>): Stop;
  /** Hangs up on all that is under way. */
  hangUp(): void;
}

/** Whoever is refused comes back after a moment, as a client in a loop would. */
const PAUSE_MS = 5;

export function createVillain(url: string, token: string): Villain {
  const requests = new Set<ClientRequest>();
  const sockets = new Set<Socket>();

  async function send(target: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<number> {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const request = sendRequest(url, target, { token, headers, content });
    requests.add(request);
    request.on("error", () => {});
    try {
      const [response] = (await once(request, "response")) as [IncomingMessage];
      response.resume().on("error", () => {});
      await once(response, "close");
      return response.statusCode!;
    } catch {
      return 0;
    } finally {
      requests.delete(request);
    }
  }

  return {
    url,
    token,
    send,
    socket(bytes) {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
      socket.resume().write(bytes);
      return socket;
    },
    keepOn(callers, call) {
      let isStopped = false;
      const go = async () => {
        while (!isStopped) {
          await call();
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      };
      for (let caller = 0; caller < callers; caller++) void go();
      return () => (isStopped = true);
    },
    hangUp() {
      for (const one of [...requests, ...sockets]) one.destroy();
    },
  };
}
