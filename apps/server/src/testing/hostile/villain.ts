import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { sendRequest } from "@knote/testkit";

export type Stop = () => void;

/** A user who overuses the service as far as it lets them. */
export interface Villain {
  readonly url: string;
  readonly token: string;
  /** Sends `METHOD /path`, discards the body and resolves with the status, 0 without an answer. Never rejects. */
  send(target: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<number>;
  /** Opens a connection and sends raw bytes. */
  socket(bytes: string): Socket;
  /** Starts this many callers, each of which calls again after every answer. */
  keepOn(callers: number, call: () => Promise<unknown>): Stop;
  /** Drops every open request and connection. */
  hangUp(): void;
}

/** Pause between a caller's requests, like that of a client in a loop. */
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
