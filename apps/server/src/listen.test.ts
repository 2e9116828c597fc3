import { createServer } from "node:http";
import { expect, it } from "vitest";
import { listen } from "./listen.ts";

function aServer() {
  const server = createServer();
  return { server, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

it("tells an address that this machine can call", async () => {
  await using one = aServer();
  expect(await listen(one.server, { host: "127.0.0.1", port: 0 })).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await using everywhere = aServer();
  expect(await listen(everywhere.server, { host: "0.0.0.0", port: 0 })).toMatch(/^http:\/\/localhost:\d+$/);
});

it("says in a sentence that a port is taken", async () => {
  await using one = aServer();
  const { port } = new URL(await listen(one.server, { host: "127.0.0.1", port: 0 }));
  await using two = aServer();
  const sentence = `Port ${port} on 127.0.0.1 is taken: stop what listens there, or set PORT to another one.`;
  await expect(listen(two.server, { host: "127.0.0.1", port: Number(port) })).rejects.toThrow(sentence);
});

it("says in a sentence that a host is none of this machine", async () => {
  await using one = aServer();
  await expect(listen(one.server, { host: "192.0.2.1", port: 0 })).rejects.toThrow(
    "192.0.2.1 is no address of this machine",
  );
});
