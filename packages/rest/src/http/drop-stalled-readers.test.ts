import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "@knote/testkit";
import { expect, it } from "vitest";
import { rawSocket } from "../testing/raw-socket.ts";
import { configureHttpServer } from "./configure-http-server.ts";

/** More than network buffers hold. */
const ANSWER = Buffer.alloc(32 * 1_048_576, "x");
const REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

async function serve(handler: RequestListener) {
  const server = createServer(handler);
  configureHttpServer(server, { stalledReaderMs: 50 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it("hangs up on readers that read nothing, and buffers nothing for them", async () => {
  await using server = await serve((_, response) => void response.end(ANSWER));
  const readers = await Promise.all(Array.from({ length: 5 }, () => rawSocket(server.url)));
  for (const reader of readers)
    reader
      .pause()
      .on("error", () => {})
      .write(REQUEST);
  expect(await server.connections()).toBeGreaterThan(0);
  await eventually(async () => expect(await server.connections()).toBe(0));
  for (const reader of readers) reader.destroy();
});

it("leaves alone readers that read, and idle connections", async () => {
  let finish = () => {};
  await using server = await serve((_, response) => {
    response.write("begun");
    finish = () => response.end("done");
  });
  const quiet = await rawSocket(server.url);
  quiet.write(REQUEST);
  await once(quiet, "data");
  const idle = await rawSocket(server.url);
  // Longer than the time-out of a stalled reader, as another one shows.
  await using other = await serve((_, response) => void response.end(ANSWER));
  const stalledSocket = await rawSocket(other.url);
  stalledSocket
    .pause()
    .on("error", () => {})
    .write(REQUEST);
  await eventually(async () => expect(await other.connections()).toBe(1));
  await eventually(async () => expect(await other.connections()).toBe(0));
  expect(await server.connections()).toBe(2);
  finish();
  const [answer] = (await once(quiet, "data")) as [Buffer];
  expect(answer.toString()).toContain("done");
  for (const socket of [quiet, idle, stalledSocket]) socket.destroy();
});
