import { Agent, createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import { once } from "node:events";
import { connect, createServer as createNetServer, type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createDrain } from "./create-drain.ts";

async function start(handler: RequestListener) {
  const server = createServer(handler);
  const drain = createDrain(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const agent = new Agent({ keepAlive: true });
  const { port } = server.address() as AddressInfo;
  const request = () =>
    new Promise<string>((resolve, reject) => {
      get({ host: "127.0.0.1", port, agent }, (response: IncomingMessage) => {
        let body = "";
        response.on("data", (chunk) => (body += chunk)).on("end", () => resolve(body));
        response.on("error", reject);
      }).on("error", reject);
    });
  return { server, port, drain, request, [Symbol.dispose]: () => agent.destroy() };
}

it("lets a running request finish, and does not wait for idle keep-alive connections", async () => {
  const arrival = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  using client = await start((_, response) => {
    arrival.resolve();
    void finish.promise.then(() => response.end("done"));
  });
  const answer = client.request();
  await arrival.promise;
  const draining = client.drain(60_000);
  await expect(client.request()).rejects.toThrow("ECONNREFUSED");
  finish.resolve();
  expect(await answer).toBe("done");
  await draining;
});

it("answers requests on their way over keep-alive connections, and tells the client to close them", async () => {
  const arrival = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  using client = await start(({ url }, response) => {
    if (url !== "/long") return void response.end("done");
    arrival.resolve();
    void finish.promise.then(() => response.end("done"));
  });
  const idle = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string, agent: Agent) => {
    const [response] = (await once(get({ host: "127.0.0.1", port: client.port, path, agent }), "response")) as [
      IncomingMessage,
    ];
    response.resume();
    await once(response, "end");
    return response.headers.connection;
  };
  expect(await ask("/", idle)).toBe("keep-alive");
  const long = ask("/long", new Agent());
  await arrival.promise;
  const draining = client.drain(60_000);
  expect(await ask("/", idle)).toBe("close");
  finish.resolve();
  expect(await long).toBe("close");
  await draining;
  idle.destroy();
});

it("cuts off requests that outlast the deadline", async () => {
  const arrival = Promise.withResolvers<void>();
  using client = await start(() => arrival.resolve());
  const failure = client.request().catch((error: unknown) => error);
  await arrival.promise;
  await client.drain(1);
  expect(await failure).toMatchObject({ message: "socket hang up" });
});

it("does not wait for a connection without a request", async () => {
  using client = await start((_, response) => void response.end("done"));
  const silent = connect(client.port, "127.0.0.1");
  await once(silent, "connect");
  // An answer on another connection proves that the server has accepted the silent one.
  await client.request();
  const closeEvent = once(silent.resume(), "close");
  await client.drain(60_000);
  await closeEvent;
});

it("waits for requests that other sockets accepted for the server, and closes those sockets", async () => {
  const arrival = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  using client = await start((_, response) => {
    arrival.resolve();
    void finish.promise.then(() => response.end("done"));
  });
  const other = createNetServer((connection) => client.server.emit("connection", connection));
  await once(other.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const answer = fetch(url).then((response) => response.text());
  await arrival.promise;
  const draining = client.drain(60_000, [client.server, other]);
  await expect(fetch(url)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  finish.resolve();
  expect(await answer).toBe("done");
  await draining;
});
