import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A proxy to a server that simulates failures of networks and servers. */
export interface CutProxy extends AsyncDisposable {
  /** The target's address through this proxy. */
  readonly url: string;
  /** Returns the number of connections so far. */
  connections(): number;
  /** Breaks all connections and refuses new ones. */
  disconnect(): Promise<void>;
  /** Breaks all current connections; new ones go through. */
  drop(): void;
  /** Passes requests on but drops answers. Dropped answers are lost, so call `disconnect` before `mend`. */
  deafen(): void;
  /** Delays answers by `delayMs`. */
  slow(delayMs: number): void;
  mend(): Promise<void>;
}

export async function startCutProxy(target: string): Promise<CutProxy> {
  const address = new URL(target);
  const sockets = new Set<Socket>();
  const state = { deaf: false, delayMs: 0 };
  let connections = 0;

  const server = createServer((near) => {
    connections++;
    const far = connect(Number(address.port), address.hostname);
    join(near, far, (data) => void far.write(data));
    join(far, near, answersTo(near));
  });

  function join(one: Socket, other: Socket, onData: (data: Buffer) => void): void {
    sockets.add(one);
    one.on("data", onData);
    one.on("error", () => other.destroy());
    one.on("close", () => {
      sockets.delete(one);
      other.destroy();
    });
  }

  function answersTo(near: Socket): (data: Buffer) => void {
    let before: Promise<unknown> = Promise.resolve();
    return (data) => {
      if (state.deaf) return;
      // Chained, so that no data overtakes delayed data, even after `mend`.
      before = Promise.all([before, state.delayMs > 0 && setTimeout(state.delayMs)]).then(() => near.write(data));
    };
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = target.replace(address.host, `127.0.0.1:${port}`);
  const drop = () => sockets.forEach((socket) => socket.destroy());

  async function disconnect(): Promise<void> {
    if (!server.listening) return;
    const closeEvent = once(server, "close");
    server.close();
    drop();
    await closeEvent;
  }

  return {
    url,
    connections: () => connections,
    disconnect,
    drop,
    deafen: () => void (state.deaf = true),
    slow: (delayMs) => void (state.delayMs = delayMs),
    async mend() {
      Object.assign(state, { deaf: false, delayMs: 0 });
      if (server.listening) return;
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    [Symbol.asyncDispose]: disconnect,
  };
}
