import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createNetServer, type AddressInfo, type Server, type Socket } from "node:net";
import { generate } from "selfsigned";

/** A certificate for a name, which is its own authority. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export async function certificateFor(name: string): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: name }] },
    ],
  });
  return { cert, key };
}

/** Opens an HTTPS server on this machine, or an HTTP server without a certificate. */
export async function openReceiver(certificate: Certificate | null, listener: RequestListener) {
  return await listen(certificate === null ? createHttpServer(listener) : createHttpsServer(certificate, listener));
}

/** Opens a server on this machine that speaks no protocol but what the function does. */
export async function openSocketServer(onConnection: (socket: Socket) => void) {
  return await listen(createNetServer(onConnection));
}

async function listen(server: Server) {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket.on("error", () => undefined).on("close", () => sockets.delete(socket)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** So far. */
    connections: () => connections,
    /** Now. */
    openConnections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
