import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { createClient } from "./load.ts";

async function serve(answer: (...exchange: Parameters<RequestListener>) => unknown) {
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => void server.close(),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

it("sends a request with the token of its user, and returns the body", async () => {
  using echo = await serve(async (request, response) => {
    response.end(`${request.method} ${request.url} ${request.headers.authorization} ${await bodyOf(request)}`);
  });
  using client = createClient(echo.url, ["one", "two"]);
  expect(await client.send({ method: "GET", path: "/a" })).toBe("GET /a Bearer one ");
  const body = { title: "Über" };
  expect(await client.send({ method: "POST", path: "/b", body, user: 1 })).toBe('POST /b Bearer two {"title":"Über"}');
});

it("sends all requests, a limited number at a time, and counts them", async () => {
  let [now, most] = [0, 0];
  using server = await serve((_, response) => {
    most = Math.max(most, ++now);
    setImmediate(() => {
      now--;
      response.end("ok");
    });
  });
  using client = createClient(server.url, [""]);
  const bodies: string[] = [];
  const { requests, perSecond, p50Ms, p99Ms } = await client.load(
    (index) => (index < 100 ? { method: "GET", path: "/" } : null),
    { concurrency: 8, seconds: 60, onAnswer: (body) => void bodies.push(body) },
  );
  expect(bodies).toEqual(Array.from({ length: 100 }, () => "ok"));
  expect(requests).toBe(100);
  expect(most).toBeLessThanOrEqual(8);
  expect(perSecond).toBeGreaterThan(0);
  expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
});

it("ends with the body of a refusal", async () => {
  using server = await serve((_, response) => response.writeHead(503).end("not now"));
  using client = createClient(server.url, [""]);
  const load = client.load(() => ({ method: "GET", path: "/x" }), { concurrency: 2, seconds: 60 });
  await expect(load).rejects.toThrow("GET /x answered 503: not now");
});

it("does not wait for a response on a connection that the server has closed", async () => {
  using server = await serve((_, response) => response.end("ok"));
  using client = createClient(server.url, [""]);
  await client.send({ method: "GET", path: "/" });
  server.server.closeAllConnections();
  // Until the close is noticed, a request on the old connection fails; none waits for ever.
  await vi.waitFor(async () => expect(await client.send({ method: "GET", path: "/" })).toBe("ok"), {
    timeout: 60_000,
  });
});
