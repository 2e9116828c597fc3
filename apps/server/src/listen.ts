import { once } from "node:events";
import type { Server } from "node:http";
import { createServer, type AddressInfo, type ListenOptions, type Server as NetServer } from "node:net";
import { StartUpError } from "./start-up-error.ts";

/** Connections that wait to be taken: many can come in one turn. */
const BACKLOG = 4_096;
/**
 * Sockets that listen on the one port. A socket takes one connection in a turn of the event loop (libuv does so on
 * purpose), so on a busy server whoever comes new would wait for as many turns as there are others: half a minute
 * behind 1,800.
 */
const SOCKETS = 16;

interface Place {
  readonly host: string;
  readonly port: number;
}

export interface Listening {
  /** The address that callers on this machine use. */
  readonly url: string;
  /** All that takes connections for the server, itself among them: to be closed together. */
  readonly sockets: readonly NetServer[];
}

export async function listen(server: Server, { host, port }: Place): Promise<Listening> {
  try {
    const address = await listenOn(server, { host, port });
    const more = canSharePorts() ? await shared(server, address) : [];
    return { url: localUrl(address), sockets: [server, ...more] };
  } catch (error) {
    throw explained(error, { host, port });
  }
}

async function listenOn(socket: NetServer, options: ListenOptions): Promise<AddressInfo> {
  socket.listen({ backlog: BACKLOG, ...options });
  await once(socket, "listening");
  return socket.address() as AddressInfo;
}

/** Linux spreads connections over the sockets of a port; elsewhere the newest gets all of them, or none may share. */
function canSharePorts(): boolean {
  return process.platform === "linux";
}

/** The server listens again, with others beside it: a port whose first socket does not share it was free for sure. */
async function shared(server: Server, { address, port }: AddressInfo): Promise<NetServer[]> {
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

function explained(cause: unknown, { host, port }: Place): unknown {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken: stop what listens there, or set PORT to another one.`,
    EACCES: `Port ${port} may not be opened by this user: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is no address of this machine: set HOST to one that is, such as 127.0.0.1.`,
    ENOTFOUND: `${host} is no address that can be found: set HOST to one of this machine, such as 127.0.0.1.`,
  };
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const sentence = sentences[code];
  return sentence ? new StartUpError(sentence, { cause }) : cause;
}
