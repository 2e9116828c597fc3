import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A way to a server that can be cut, blocked and mended, as networks and servers are. */
export interface CutProxy extends AsyncDisposable {
  readonly port: number;
  /** Connections so far. */
  connections(): number;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /** What is sent arrives; nothing comes back. */
  deafen(): void;
  mend(): Promise<void>;
}

export async function startCutProxy(target: string): Promise<CutProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let deaf = false;
  let connections = 0;
  const server = createServer((near) => {
    connections++;
    const far = connect(Number(targetPort), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("data", (data) => void (deaf && one === far ? undefined : other.write(data)));
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  return {
    port,
    connections: () => connections,
    cut,
    deafen: () => void (deaf = true),
    async mend() {
      deaf = false;
      if (server.listening) return;
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    [Symbol.asyncDispose]: cut,
  };
}
