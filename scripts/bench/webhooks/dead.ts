import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** How a receiver is dead: it takes connections and is silent; it refuses them; or its host's name server is silent. */
export type DeadKind = "silent" | "refusing" | "nameless";

export interface DeadReceivers extends AsyncDisposable {
  readonly urls: readonly string[];
  /** Flags of Node for the server that is to call them. */
  readonly flags: readonly string[];
}

/** Opens what webhooks lead to whose receivers are dead: a port for each, as a port has a bound of its own. */
export async function openDead(kind: DeadKind, count: number): Promise<DeadReceivers> {
  if (kind === "nameless") return await openSilentNameServer(count);
  const sockets = new Set<Socket>();
  const servers = Array.from({ length: count }, () =>
    createServer((socket) => void sockets.add(socket.on("error", () => undefined))),
  );
  const ports = await Promise.all(servers.map(async (server) => (await listening(server)).port));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  // Nobody listens there any more.
  if (kind === "refusing") await close();
  return { urls: ports.map((port) => `http://localhost:${port}/`), flags: [], [Symbol.asyncDispose]: close };
}

/** The server asks the name servers of the system, which this process cannot change: its resolvers are given another. */
async function openSilentNameServer(count: number): Promise<DeadReceivers> {
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
    urls: Array.from({ length: count }, (_, index) => `https://hooks${index}.example.com/`),
    flags: [`--import=data:text/javascript,${encodeURIComponent(preload)}`],
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

async function listening(server: Server): Promise<AddressInfo> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  // Safe because it listens on a port.
  return server.address() as AddressInfo;
}
