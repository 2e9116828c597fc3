import { request } from "node:http";
import { startServerProcess, type ServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";

async function statusFor(server: ServerProcess, host: string): Promise<number> {
  const { hostname, port } = new URL(server.url);
  return await new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path: "/health", headers: { Host: host }, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    outgoing.on("error", reject).end();
  });
}

it("answers on a loopback address only to this machine's names and the host of PUBLIC_URL", async () => {
  await using server = await startServerProcess({ env: { PUBLIC_URL: "https://notes.example", LOG_LEVEL: "error" } });
  for (const own of ["127.0.0.1", "localhost:8420", "[::1]:8420", "notes.example"]) {
    expect([own, await statusFor(server, own)]).toEqual([own, 200]);
  }
  for (const foreign of [
    "evil.example",
    "evil.example:8420",
    "localhost.evil.example",
    "notes.example.evil.example",
    "0.0.0.0",
  ]) {
    expect([foreign, await statusFor(server, foreign)]).toEqual([foreign, 421]);
  }
});
