import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { StartUpError } from "./start-up-error.ts";

/** Connections that wait to be taken: many can come in one turn. */
const BACKLOG = 4_096;

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Answers the address that callers on this machine use. */
export async function listen(server: Server, { host, port }: Place): Promise<string> {
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port, backlog: BACKLOG }, resolve);
  try {
    await listening;
  } catch (error) {
    throw explained(error, { host, port });
  } finally {
    server.off("error", reject);
  }
  return localUrl(server.address() as AddressInfo);
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
