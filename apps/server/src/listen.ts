import { once } from "node:events";
import type { Server } from "node:http";
import { createServer, type AddressInfo, type ListenOptions, type Server as NetServer } from "node:net";
import { StartUpError } from "./start-up-error.ts";

/** Most connections waiting to be accepted: many can arrive in one turn of the event loop. */
const BACKLOG = 4_096;
/**
 * Sockets that listen on the same port. A socket accepts one connection per turn of the event loop (libuv does so on
 * purpose), so on a busy server a new connection waits one turn for each one ahead of it: half a minute behind 1,800.
 */
const SOCKETS = 16;

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export interface Listening {
  /** The address that callers on this machine use. */
  readonly url: string;
  /** Every socket that accepts connections for the server, its own included; close them together. */
  readonly sockets: readonly NetServer[];
}

export async function listen(server: Server, { host, port }: ListenAddress): Promise<Listening> {
  try {
    const address = await listenOn(server, { host, port });
    const more = canSharePorts() ? await openMoreSockets(server, address) : [];
    return { url: localUrl(address), sockets: [server, ...more] };
  } catch (error) {
    throw explain(error, { host, port });
  }
}

async function listenOn(socket: NetServer, options: ListenOptions): Promise<AddressInfo> {
  socket.listen({ backlog: BACKLOG, ...options });
  await once(socket, "listening");
  return socket.address() as AddressInfo;
}

/** Linux spreads connections over a port's sockets; elsewhere the newest gets them all, or sharing is impossible. */
function canSharePorts(): boolean {
  return process.platform === "linux";
}

/** Listens again on a shared port. The first, unshared socket has proved that no other process uses the port. */
async function openMoreSockets(server: Server, { address, port }: AddressInfo): Promise<NetServer[]> {
  server.close();
  await once(server, "close");
  const options = { host: address, port, reusePort: true };
  await listenOn(server, options);
  const more = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (connection) => server.emit("connection", connection)),
  );
  await Promise.all(more.map((socket) => listenOn(socket, options)));
  return more;
}

function localUrl({ address, family, port }: AddressInfo): string {
  const everywhere = address === "0.0.0.0" || address === "::";
  const host = everywhere ? "localhost" : family === "IPv6" ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

function explain(cause: unknown, { host, port }: ListenAddress): unknown {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken: stop what listens there, or set PORT to another one.`,
    EACCES: `Port ${port} may not be opened by this user: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set HOST to one that is, such as 127.0.0.1.`,
    ENOTFOUND: `The host ${host} was not found: set HOST to an address of this machine, such as 127.0.0.1.`,
  };
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const sentence = sentences[code];
  return sentence ? new StartUpError(sentence, { cause }) : cause;
}
