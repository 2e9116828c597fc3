import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** How a receiver is dead: it takes connections and is silent; it refuses them; or its host's name server is silent. */
export type DeadKind = "silent" | "refusing" | "nameless";

export interface DeadReceiver extends AsyncDisposable {
  readonly url: string;
  /** Flags of Node for the server that is to call it. */
  readonly flags: readonly string[];
}

/** Opens what a webhook leads to whose receiver is dead. */
export async function openDead(kind: DeadKind): Promise<DeadReceiver> {
  if (kind === "nameless") return await openSilentNameServer();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
  const { port } = await listening(server);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  // Nobody listens there any more.
  if (kind === "refusing") await close();
  return { url: `http://localhost:${port}/`, flags: [], [Symbol.asyncDispose]: close };
}

/** The server asks the name servers of the system, which this process cannot change: its resolvers are given another. */
async function openSilentNameServer(): Promise<DeadReceiver> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  const preload = `
import promises from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
promises.Resolver = class extends promises.Resolver {
  constructor(options) {
    super(options);
    this.setServers(["127.0.0.1:${socket.address().port}"]);
  }
};
syncBuiltinESMExports();`;
  return {
    url: "https://hooks.example.com/",
    flags: [`--import=data:text/javascript,${encodeURIComponent(preload)}`],
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

async function listening(server: Server): Promise<AddressInfo> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  // Safe because it listens on a port.
  return server.address() as AddressInfo;
}
