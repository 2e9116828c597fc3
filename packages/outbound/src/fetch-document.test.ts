import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { AllowEntry } from "./allow-list.ts";
import { createDocumentFetcher } from "./fetch-document.ts";
import type { CallLimits } from "./send.ts";
import { openNameServer } from "./testing/open-name-server.ts";
import { certificateFor, openReceiver } from "./testing/open-receiver.ts";

const HOST = "client.example.com";
const MINUTE = 60_000;
const LONG: CallLimits = { queryMs: 60_000, connectMs: 60_000, totalMs: 120_000 };
const ON_THIS_MACHINE: AllowEntry[] = [{ kind: "network", address: "127.0.0.1", bits: 32, port: null }];
const certificate = await certificateFor(HOST);

async function setUp(listener: RequestListener, fields: { allow?: AllowEntry[]; limits?: CallLimits } = {}) {
  const { allow = ON_THIS_MACHINE, limits = LONG } = fields;
  let requests = 0;
  const host = await openReceiver(certificate, (request, response) => {
    requests++;
    listener(request, response);
  });
  const names = await openNameServer({ [HOST]: [["127.0.0.1"]] });
  const time = { now: Date.parse("2026-03-01T12:00:00Z") };
  const options = { nameServers: [names.address], ca: certificate.cert, now: () => time.now };
  const fetcher = createDocumentFetcher({ ...options, allow, limits });
  const url = `https://${HOST}:${host.port}/client.json`;
  return {
    time,
    url,
    port: host.port,
    requests: () => requests,
    fetch: (address = url) => fetcher.fetchDocument(address),
    async [Symbol.asyncDispose]() {
      fetcher.close();
      await names[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
    },
  };
}

const sendJson =
  (headers: Record<string, string> = {}, text = "{}") =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, { "Content-Type": "application/json", ...headers }).end(text);

it("fetches a document, and tells its host nothing about anybody", async () => {
  let headers: object = {};
  await using host = await setUp((request, response) => {
    headers = request.headers;
    sendJson({}, '{"a":1}')(request, response);
  });
  expect(await host.fetch()).toEqual({ ok: true, text: '{"a":1}' });
  expect(headers).toEqual({
    accept: "application/json",
    "user-agent": "Knote",
    host: `${HOST}:${host.port}`,
    connection: "keep-alive",
  });
});

describe("a document is kept", () => {
  const EXPIRES = "Sun, 01 Mar 2026 13:00:00 GMT";

  it.each([
    ["for five minutes without a header", {}, 5],
    ["as long as Cache-Control says", { "Cache-Control": "public, max-age=3600" }, 60],
    ["as long as Expires says", { Expires: EXPIRES }, 60],
    ["as Cache-Control says before Expires", { "Cache-Control": "max-age=600", Expires: EXPIRES }, 10],
    ["for five minutes at least", { "Cache-Control": "max-age=1" }, 5],
    ["for five minutes whatever no-store says", { "Cache-Control": "no-store, max-age=3600" }, 5],
    ["for a day at most", { "Cache-Control": "max-age=9999999999" }, 24 * 60],
    ["for five minutes when the header is nonsense", { "Cache-Control": "max-age=soon", Expires: "never" }, 5],
  ])("%s", async (_, headers: Record<string, string>, minutes) => {
    await using host = await setUp(sendJson(headers));
    await host.fetch();
    host.time.now += minutes * MINUTE - 1;
    await host.fetch();
    expect(host.requests()).toBe(1);
    host.time.now += 1;
    await host.fetch();
    expect(host.requests()).toBe(2);
  });

  it("for its own address", async () => {
    await using host = await setUp(sendJson());
    await host.fetch();
    await host.fetch(`${host.url}?other`);
    expect(host.requests()).toBe(2);
  });

  it("not when it was refused", async () => {
    let status = 500;
    await using host = await setUp((request, response) => {
      if (status === 200) sendJson()(request, response);
      else response.writeHead(status).end();
    });
    expect(await host.fetch()).toEqual({ ok: false, problem: "The answer was 500." });
    status = 200;
    expect(await host.fetch()).toEqual({ ok: true, text: "{}" });
  });
});

it("is fetched once for those who ask at the same time", async () => {
  const go = Promise.withResolvers<void>();
  await using host = await setUp((request, response) => void go.promise.then(() => sendJson()(request, response)));
  const both = Promise.all([host.fetch(), host.fetch()]);
  await expect.poll(() => host.requests()).toBe(1);
  go.resolve();
  expect(await both).toEqual([
    { ok: true, text: "{}" },
    { ok: true, text: "{}" },
  ]);
  expect(host.requests()).toBe(1);
});

it("has 10 KiB at most", async () => {
  const text = (bytes: number) => JSON.stringify("x".repeat(bytes - 2));
  await using host = await setUp(({ url }, response) => {
    sendJson({}, text(url!.endsWith("?more") ? 10_241 : 10_240))({} as IncomingMessage, response);
  });
  expect(await host.fetch()).toEqual({ ok: true, text: text(10_240) });
  expect(await host.fetch(`${host.url}?more`)).toEqual({ ok: false, problem: "The answer had more than 10 KiB." });
});

describe("no document is", () => {
  it.each<[string, string, RequestListener]>([
    [
      "a redirect",
      "The answer was a redirect, which is not followed.",
      (_, response) => void response.writeHead(302, { Location: "/" }).end(),
    ],
    ["an error", "The answer was 404.", (_, response) => void response.writeHead(404).end("{}")],
    ["an answer without content", "The answer was 204.", (_, response) => void response.writeHead(204).end()],
    ["a page", "The answer was not JSON.", sendJson({ "Content-Type": "text/html" })],
    ["an answer of no type", "The answer was not JSON.", (_, response) => void response.end("{}")],
    ["a compressed answer", "The answer was compressed.", sendJson({ "Content-Encoding": "gzip" })],
    [
      "an answer that breaks off",
      "The answer did not come whole within 3 s.",
      (_, response) => {
        response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
        response.write("{", () => response.destroy());
      },
    ],
  ])("%s", async (_, problem, listener) => {
    await using host = await setUp(listener);
    expect(await host.fetch()).toEqual({ ok: false, problem });
  });

  it("what takes longer than the limit", async () => {
    const limits = { ...LONG, totalMs: 200 };
    await using silent = await setUp(() => undefined, { limits });
    expect(await silent.fetch()).toEqual({ ok: false, problem: "No answer came within 3 s." });
    await using slow = await setUp(
      (_, response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        const timer = setInterval(() => response.write(" "), 5);
        response.on("close", () => clearInterval(timer));
      },
      { limits: { ...LONG, totalMs: 1_000 } },
    );
    expect(await slow.fetch()).toEqual({ ok: false, problem: "The answer did not come whole within 3 s." });
  });

  it("at an address that is not public", async () => {
    await using host = await setUp(sendJson(), { allow: [] });
    expect(await host.fetch()).toEqual({ ok: false, problem: "The host leads to an address that is not public." });
    const problem = "url must lead to a public address; the operator can allow others with WEBHOOK_ALLOW.";
    expect(await host.fetch(`https://127.0.0.1:${host.port}/client.json`)).toEqual({ ok: false, problem });
    expect(host.requests()).toBe(0);
  });

  it("at an address of http, whoever is allowed", async () => {
    await using host = await setUp(sendJson(), { allow: [{ kind: "name", name: "localhost", port: null }] });
    expect(await host.fetch(`http://localhost:${host.port}/`)).toEqual({
      ok: false,
      problem: "The address must begin with https://.",
    });
    expect(host.requests()).toBe(0);
  });
});
