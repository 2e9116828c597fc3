import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { configureHttpServer, HTTP_SERVER_OPTIONS } from "../http/configure-http-server.ts";
import type { HttpAppOptions } from "../options.ts";
import { startApp, type TestApp } from "./start-app.ts";

export interface RawServer extends AsyncDisposable {
  readonly url: string;
  readonly app: TestApp;
  readonly server: Server;
  /** The server's ends of all connections so far. */
  readonly sockets: readonly Socket[];
}

/** Serves the app behind a server configured like the real one. */
export async function serveRaw(options: Partial<HttpAppOptions> = {}): Promise<RawServer> {
  const app = await startApp(options);
  const server = createServer(HTTP_SERVER_OPTIONS, app.http.app);
  configureHttpServer(server);
  // Otherwise Node drops a client that ends its side of the connection, and the response is lost.
  Object.assign(server, { httpAllowHalfOpen: true });
  const sockets: Socket[] = [];
  server.on("connection", (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    app,
    server,
    sockets,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app[Symbol.asyncDispose]();
    },
  };
}
