import { createServer, type IncomingMessage } from "node:http";
import type { Server as NetServer } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { listen } from "./listen.ts";

function aServer() {
  const server = createServer();
  const sockets = new Set<NetServer>([server]);
  const close = async () => {
    for (const socket of sockets) socket.close();
    server.closeAllConnections();
  };
  const open = async (place: { host: string; port: number }) => {
    const listening = await listen(server, place);
    for (const socket of listening.sockets) sockets.add(socket);
    return listening.url;
  };
  return { server, open, [Symbol.asyncDispose]: close };
}

it("returns an address that this machine can call", async () => {
  await using one = aServer();
  expect(await one.open({ host: "127.0.0.1", port: 0 })).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await using everywhere = aServer();
  expect(await everywhere.open({ host: "0.0.0.0", port: 0 })).toMatch(/^http:\/\/localhost:\d+$/);
});

it("says in a sentence that a port is taken", async () => {
  await using one = aServer();
  const { port } = new URL(await one.open({ host: "127.0.0.1", port: 0 }));
  await using two = aServer();
  const sentence = `Port ${port} on 127.0.0.1 is taken: stop what listens there, or set PORT to another one.`;
  await expect(two.open({ host: "127.0.0.1", port: Number(port) })).rejects.toThrow(sentence);
});

it("says in a sentence that a host is not an address of this machine", async () => {
  await using one = aServer();
  await expect(one.open({ host: "192.0.2.1", port: 0 })).rejects.toThrow("192.0.2.1 is not an address of this machine");
});

// On other systems a port has one socket.
it.runIf(process.platform === "linux")("accepts several waiting connections in one event loop turn", async () => {
  await using one = aServer();
  let turn = 0;
  const turns: number[] = [];
  one.server.on("connection", () => turns.push(turn));
  const url = await one.open({ host: "127.0.0.1", port: 0 });
  const connectionCount = new Int32Array(new SharedArrayBuffer(4));
  const clients = new Worker(CLIENTS, {
    eval: true,
    workerData: { port: Number(new URL(url).port), connected: connectionCount },
  });
  // Blocks this thread until all clients are connected, so that nothing is accepted before.
  for (let waiting = 0; waiting < 200; waiting = Atomics.load(connectionCount, 0))
    Atomics.wait(connectionCount, 0, waiting, 100);
  while (turns.length < 200) {
    turn++;
    await new Promise(setImmediate);
  }
  await clients.terminate();
  expect(new Set(turns).size).toBeLessThan(60);
});

it.runIf(process.platform === "linux")("answers on whichever socket takes the connection", async () => {
  await using one = aServer();
  one.server.on("request", (_request: IncomingMessage, response) => response.end("well"));
  const url = await one.open({ host: "127.0.0.1", port: 0 });
  const answers = Array.from({ length: 64 }, async () => (await fetch(url)).text());
  expect(new Set(await Promise.all(answers))).toEqual(new Set(["well"]));
});

const CLIENTS = `
  const { connect } = require("node:net");
  const { workerData: { port, connected } } = require("node:worker_threads");
  for (let count = 0; count < 200; count++) connect(port, "127.0.0.1", () => {
    Atomics.add(connected, 0, 1);
    Atomics.notify(connected, 0);
  }).on("error", () => {});
`;
