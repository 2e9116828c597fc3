import { once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import { execFile } from "node:child_process";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import type { AttemptResult, WebhookAttempt } from "@knote/api";
import { describe, expect, it } from "vitest";
import type { AllowEntry } from "./allow-list.ts";
import { type CallLimits, createWebhookTransport } from "./send.ts";
import { anAttempt } from "./testing/an-attempt.ts";
import { openNameServer, type Zone } from "./testing/open-name-server.ts";
import { certificateFor, openReceiver, openSocketServer } from "./testing/open-receiver.ts";

const HOST = "hooks.example.com";
const LONG: CallLimits = { queryMs: 60_000, connectMs: 60_000, totalMs: 120_000 };
/** For receivers that never answer: these end the attempt. */
const SHORT: CallLimits = { queryMs: 20, connectMs: 20, totalMs: 60 };
/** Stands for the public internet in these tests. */
const ON_THIS_MACHINE: AllowEntry[] = [{ kind: "network", address: "127.0.0.1", bits: 32, port: null }];
const HERE: Zone = { [HOST]: [["127.0.0.1"]] };
const certificate = await certificateFor(HOST);

interface Fields {
  readonly zone?: Zone;
  readonly allow?: AllowEntry[];
  readonly limits?: CallLimits;
  readonly ca?: string;
}

/** Opens a transport that finds hosts by a name server of the test's own. */
async function openTransport({
  zone = HERE,
  allow = ON_THIS_MACHINE,
  limits = LONG,
  ca = certificate.cert,
}: Fields = {}) {
  const server = await openNameServer(zone);
  const options = { version: "1.2.3", now: () => 1_772_366_400_000, nameServers: [server.address], ca };
  const transport = createWebhookTransport({ ...options, allow, limits });
  return {
    ...transport,
    questions: server.questions,
    post: (port: number, fields: Partial<WebhookAttempt> = {}) =>
      transport.send(anAttempt({ url: `https://${HOST}:${port}/knote?a=b`, ...fields })),
    async [Symbol.asyncDispose]() {
      transport.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Sends one attempt to a receiver that answers like this. */
async function postTo(listener: RequestListener, fields: Fields = {}): Promise<AttemptResult> {
  await using receiver = await openReceiver(certificate, listener);
  await using transport = await openTransport(fields);
  return await transport.post(receiver.port);
}

it("sends a signed request to the host by its name, and reports the answer", async () => {
  const requests: { head: IncomingMessage; servername: unknown; body: string }[] = [];
  await using receiver = await openReceiver(certificate, (head, response) => {
    const { servername } = head.socket as { servername?: unknown };
    void text(head).then((body) => requests.push({ head, servername, body }));
    head.on("end", () => {
      response.writeHead(202, { "Content-Type": "text/plain", "Retry-After": "7" }).end("thank you");
    });
  });
  await using transport = await openTransport();
  const result = await transport.post(receiver.port);
  expect(result).toEqual({
    outcome: "delivered",
    ms: expect.any(Number),
    status: 202,
    response: { contentType: "text/plain", retryAfter: "7", excerpt: "thank you" },
  });
  const [{ head, servername, body }] = requests as [(typeof requests)[number]];
  expect(requests).toHaveLength(1);
  expect(head).toMatchObject({ method: "POST", url: "/knote?a=b" });
  expect(head.headers).toMatchObject({
    host: `${HOST}:${receiver.port}`,
    "content-length": "264",
    "webhook-signature": "v1,vbb2vQoIPmgUKfC9LN7rX2Du6hMYs/VMNhbqAwwE5ro=",
  });
  expect(head.headers).not.toHaveProperty("transfer-encoding");
  expect(body).toContain('"signature":"sha256=e5a0aaf249f259180cbeda26c404d8d257010d57c63cea0818b02c04cac7966d"}');
  expect(servername).toBe(HOST);
});

describe("an answer", () => {
  it.each([
    [200, "delivered"],
    [204, "delivered"],
    [299, "delivered"],
    [300, "redirect"],
    [304, "redirect"],
    [399, "redirect"],
    [400, "status"],
    [410, "status"],
    [429, "status"],
    [500, "status"],
  ])("of %i is %s", async (status, outcome) => {
    expect(await postTo((_, response) => void response.writeHead(status).end())).toMatchObject({ outcome, status });
  });

  it("of 200 with garbage is delivered", async () => {
    const result = await postTo((_, response) => void response.end(Buffer.from([0, 255, 1])));
    expect(result).toMatchObject({ outcome: "delivered", response: { contentType: null, excerpt: null } });
  });

  it("of another protocol is no success", async () => {
    const result = await postTo((request) => {
      request.socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
    });
    expect(result).toMatchObject({ outcome: "status", status: 101 });
  });

  it("without end is read for 16 KiB, then the connection is closed", async () => {
    let chunks = 0;
    const close = Promise.withResolvers<void>();
    const result = await postTo((_, response) => {
      response.on("close", close.resolve).writeHead(200, { "Content-Type": "text/plain" });
      const write = (): unknown =>
        response.destroyed ? null : response.write("x".repeat(1_024), () => (chunks++, write()));
      write();
    });
    expect(result.outcome).toBe("delivered");
    expect(result.response!.excerpt).toBe("x".repeat(1_024));
    await close.promise;
    expect(chunks).toBeGreaterThanOrEqual(16);
  });

  it("whose head is larger than 16 KiB is no answer", async () => {
    const result = await postTo((_, response) => void response.writeHead(200, { "X-Long": "x".repeat(20_000) }).end());
    expect(result).toMatchObject({ outcome: "broken", status: null, response: null });
  });

  it("that is not HTTP is no answer", async () => {
    await using receiver = await openSocketServer((socket) => void socket.end("SSH-2.0-OpenSSH\r\n"));
    await using transport = await openTransport({ allow: [{ kind: "name", name: "localhost", port: null }] });
    const url = `http://localhost:${receiver.port}/`;
    expect(await transport.send(anAttempt({ url }))).toMatchObject({ outcome: "broken", status: null });
  });
});

it.each([301, 302, 307, 308])("follows no redirect of %i to this machine", async (status) => {
  await using trap = await openReceiver(null, (_, response) => void response.end());
  const result = await postTo((_, response) => {
    response.writeHead(status, {
      Location: `http://127.0.0.1:${trap.port}/`,
      "Alt-Svc": `h2="127.0.0.1:${trap.port}"`,
    });
    response.end();
  });
  expect(result).toMatchObject({ outcome: "redirect", status });
  expect(trap.connections()).toBe(0);
});

describe("an address that is not public", () => {
  const nobody = { allow: [] };

  it("is not called by its number", async () => {
    await using trap = await openReceiver(null, (_, response) => void response.end());
    await using transport = await openTransport(nobody);
    for (const url of [
      `http://127.0.0.1:${trap.port}/`,
      `https://127.0.0.1:${trap.port}/`,
      `https://[::1]:${trap.port}/`,
    ])
      expect(await transport.send(anAttempt({ url }))).toMatchObject({ outcome: "blocked", status: null });
    expect(trap.connections()).toBe(0);
  });

  it("is not called by a name", async () => {
    await using trap = await openReceiver(certificate, (_, response) => void response.end());
    await using transport = await openTransport(nobody);
    expect(await transport.post(trap.port)).toMatchObject({ outcome: "blocked" });
    expect(trap.connections()).toBe(0);
  });

  it("is not called by a name that also has one that may be called", async () => {
    await using trap = await openReceiver(certificate, (_, response) => void response.end());
    await using transport = await openTransport({ zone: { [HOST]: [["127.0.0.1", "10.0.0.1"]] } });
    expect(await transport.post(trap.port)).toMatchObject({ outcome: "blocked" });
    expect(trap.connections()).toBe(0);
  });

  it("is not called by a name that has changed since", async () => {
    await using receiver = await openReceiver(certificate, (_, response) => {
      response.setHeader("Connection", "close").end();
    });
    await using transport = await openTransport({ zone: { [HOST]: [["127.0.0.1"], ["127.0.0.2"]] } });
    expect(await transport.post(receiver.port)).toMatchObject({ outcome: "delivered" });
    expect(await transport.post(receiver.port)).toMatchObject({ outcome: "blocked" });
    expect(receiver.connections()).toBe(1);
  });

  it("is not called by a name that changes between the check and the connection", async () => {
    await using receiver = await openReceiver(certificate, (_, response) => void response.end());
    await using transport = await openTransport({ zone: { [HOST]: [["127.0.0.1"], ["127.0.0.2"]] } });
    expect(await transport.post(receiver.port)).toMatchObject({ outcome: "delivered" });
    expect(transport.questions(HOST)).toBe(1);
  });
});

it("tries the next address of a host when one refuses", async () => {
  await using receiver = await openReceiver(certificate, (_, response) => void response.end());
  // Nothing listens on the port at the other address.
  const loopbacks: AllowEntry[] = [{ kind: "network", address: "127.0.0.0", bits: 8, port: null }];
  await using transport = await openTransport({ zone: { [HOST]: [["127.0.0.9", "127.0.0.1"]] }, allow: loopbacks });
  expect(await transport.post(receiver.port)).toMatchObject({ outcome: "delivered" });
});

describe("a certificate", () => {
  it("of another name is refused", async () => {
    const other = await certificateFor("other.example.com");
    await using receiver = await openReceiver(other, (_, response) => void response.end());
    await using transport = await openTransport({ ca: other.cert });
    expect(await transport.post(receiver.port)).toMatchObject({ outcome: "tls", status: null });
  });

  it("of an unknown authority is refused", async () => {
    const unknown = await certificateFor(HOST);
    await using receiver = await openReceiver(unknown, (_, response) => void response.end());
    await using transport = await openTransport();
    expect(await transport.post(receiver.port)).toMatchObject({ outcome: "tls" });
  });

  it("is needed: a server without TLS is refused", async () => {
    await using receiver = await openReceiver(null, (_, response) => void response.end());
    await using transport = await openTransport();
    expect(await transport.post(receiver.port)).toMatchObject({ outcome: "tls" });
  });
});

describe("a receiver that", () => {
  it("is not there is refused", async () => {
    const receiver = await openReceiver(certificate, () => undefined);
    await receiver[Symbol.asyncDispose]();
    await using transport = await openTransport();
    expect(await transport.post(receiver.port)).toMatchObject({ outcome: "refused", status: null });
  });

  it("has no address is not found", async () => {
    await using transport = await openTransport({ zone: {} });
    expect(await transport.post(443)).toMatchObject({ outcome: "name" });
  });

  it("never accepts a connection runs into the limit", async () => {
    // A thread that listens and then stands still: the system takes few connections on its behalf.
    const code = `const { createServer } = require("node:net"), { parentPort } = require("node:worker_threads");
      const server = createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
        parentPort.postMessage(server.address().port);
        setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
      });`;
    const worker = new Worker(code, { eval: true });
    try {
      const [port] = (await once(worker, "message")) as [number];
      await using transport = await openTransport({ limits: SHORT });
      const results = await Promise.all(
        Array.from({ length: 4 }, (_, at) => transport.post(port, { webhookId: String(at) })),
      );
      expect(results.map(({ outcome }) => outcome)).toEqual(["timeout", "timeout", "timeout", "timeout"]);
    } finally {
      await worker.terminate();
    }
  });

  it("accepts and never begins TLS runs into the limit of the connection", async () => {
    await using receiver = await openSocketServer(() => undefined);
    await using transport = await openTransport({ limits: { ...LONG, connectMs: 20 } });
    expect(await transport.post(receiver.port)).toMatchObject({ outcome: "timeout", status: null });
  });

  it("takes the request and is silent runs into the limit of the whole", async () => {
    const close = Promise.withResolvers<void>();
    const result = await postTo((request) => void request.socket.on("close", close.resolve), {
      limits: { ...LONG, totalMs: 200 },
    });
    expect(result).toMatchObject({ outcome: "timeout", status: null });
    await close.promise;
  });

  it("sends its head byte by byte runs into the limit of the whole", async () => {
    const result = await postTo(
      ({ socket }) => {
        const head = "HTTP/1.1 200 OK\r\nX-Slow: ";
        let at = 0;
        const timer = setInterval(() => socket.write(head[at++] ?? "x"), 5);
        socket.on("close", () => clearInterval(timer));
      },
      { limits: { ...LONG, totalMs: 300 } },
    );
    expect(result).toMatchObject({ outcome: "timeout", status: null });
  });

  it("sends its body byte by byte has got the message, and is read no longer than the limit", async () => {
    const result = await postTo(
      (_, response) => {
        response.writeHead(200, { "Content-Type": "text/plain" });
        const timer = setInterval(() => response.write("x"), 5);
        response.on("close", () => clearInterval(timer));
      },
      { limits: { ...LONG, totalMs: 1_000 } },
    );
    expect(result).toMatchObject({ outcome: "delivered", status: 200 });
    expect(result.response!.excerpt).toMatch(/^x*$/);
  });

  it.each([
    ["before TLS", () => openSocketServer((socket) => socket.resetAndDestroy())],
    ["after the request", () => openReceiver(certificate, ({ socket }) => void socket.destroy())],
  ])("resets the connection %s breaks it", async (_, open) => {
    await using receiver = await open();
    await using transport = await openTransport();
    expect(await transport.post(receiver.port)).toMatchObject({ outcome: "broken", status: null });
  });

  it("breaks off within its body has got the message", async () => {
    const result = await postTo((_, response) => {
      response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": "1000" });
      response.write("a part", () => response.destroy());
    });
    expect(result).toMatchObject({ outcome: "delivered", response: { excerpt: "a part" } });
  });
});

describe("a kept connection", () => {
  it("serves later attempts of its webhook, and of no other", async () => {
    await using receiver = await openReceiver(certificate, (_, response) => void response.end("ok"));
    await using transport = await openTransport();
    for (let number = 1; number <= 3; number++) await transport.post(receiver.port, { number, webhookId: "a" });
    expect(receiver.connections()).toBe(1);
    await transport.post(receiver.port, { webhookId: "b" });
    expect(receiver.connections()).toBe(2);
  });

  it("serves later attempts when the receiver answers before it has read the body", async () => {
    await using receiver = await openReceiver(certificate, (request, response) => {
      response.writeHead(204).end();
      request.resume();
    });
    await using transport = await openTransport();
    // More than the buffers of a connection hold.
    const unsignedBody = JSON.stringify({ data: "-".repeat(16_000_000) });
    for (let number = 1; number <= 3; number++) {
      const message = { ...anAttempt().message, unsignedBody };
      expect(await transport.post(receiver.port, { number, message })).toMatchObject({ outcome: "delivered" });
    }
    expect(receiver.connections()).toBe(1);
  });

  it("gathers no listeners from attempt to attempt", async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => void warnings.push(warning);
    process.on("warning", listen);
    await using receiver = await openReceiver(certificate, (_, response) => void response.writeHead(204).end());
    await using transport = await openTransport();
    for (let count = 0; count < 15; count++) await transport.post(receiver.port);
    process.off("warning", listen);
    expect(receiver.connections()).toBe(1);
    expect(warnings.map(({ name }) => name)).toEqual([]);
  });

  it("that the receiver closed meanwhile fails no attempt", async () => {
    let requests = 0;
    await using receiver = await openReceiver(certificate, ({ socket }, response) => {
      // The second request arrives on a connection that is just being closed.
      if (++requests === 2) socket.destroy();
      else response.end("ok");
    });
    await using transport = await openTransport();
    expect(await transport.post(receiver.port)).toMatchObject({ outcome: "delivered" });
    expect(await transport.post(receiver.port)).toMatchObject({ outcome: "delivered" });
    expect([requests, receiver.connections()]).toEqual([3, 2]);
  });

  it("is one of four at most of a webhook", async () => {
    const waiting: (() => void)[] = [];
    const four = Promise.withResolvers<void>();
    await using receiver = await openReceiver(certificate, (_, response) => {
      waiting.push(() => response.end());
      if (waiting.length === 4) four.resolve();
    });
    await using transport = await openTransport();
    const results = Array.from({ length: 5 }, () => transport.post(receiver.port));
    await four.promise;
    expect(receiver.connections()).toBe(4);
    for (let next = waiting.shift(); next; next = waiting.shift()) next();
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]!();
    expect((await Promise.all(results)).map(({ outcome }) => outcome)).toEqual(Array(5).fill("delivered"));
    expect(receiver.connections()).toBe(4);
  });
});

it("keeps the 192 connections of all webhooks that were used last for later attempts, and closes others", async () => {
  await using receiver = await openReceiver(null, (_, response) => void response.writeHead(204).end());
  await using transport = await openTransport({ allow: [{ kind: "name", name: "localhost", port: null }] });
  const url = `http://localhost:${receiver.port}/`;
  for (let count = 0; count < 200; count++) await transport.send(anAttempt({ url, webhookId: `w${count}` }));
  await expect.poll(() => receiver.openConnections()).toBe(192);
  for (let count = 8; count < 200; count++) await transport.send(anAttempt({ url, webhookId: `w${count}` }));
  expect(receiver.connections()).toBe(200);
});

it("ends with its signal, which is no outcome", async () => {
  const arrival = Promise.withResolvers<void>();
  const close = Promise.withResolvers<void>();
  await using receiver = await openReceiver(certificate, ({ socket }) => {
    socket.on("close", close.resolve);
    arrival.resolve();
  });
  await using transport = await openTransport();
  const stop = new AbortController();
  const sending = transport.post(receiver.port, { signal: stop.signal });
  await arrival.promise;
  stop.abort(new Error("the service ends"));
  await expect(sending).rejects.toThrow("the service ends");
  await close.promise;
  await expect(transport.post(receiver.port, { signal: stop.signal })).rejects.toThrow("the service ends");
});

it("uses no proxy of the environment", async () => {
  await using proxy = await openReceiver(null, (_, response) => void response.end());
  await using receiver = await openReceiver(null, (_, response) => void response.end("direct"));
  const code = `const { createWebhookTransport } = await import(process.argv[1]);
    const allow = [{ kind: "name", name: "localhost", port: null }];
    const transport = createWebhookTransport({ allow, version: "1", now: Date.now });
    const message = { id: "msg_1", event: "e", unsignedBody: '{"a":1}' };
    const attempt = { webhookId: "w", message, secrets: { current: "a secret", previous: null }, number: 1, isTest: false };
    const { outcome } = await transport.send({ ...attempt, url: process.argv[2] });
    console.log(outcome);
    transport.close();`;
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      code,
      new URL("send.ts", import.meta.url).href,
      `http://localhost:${receiver.port}/`,
    ],
    { env: { ...process.env, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl, NO_PROXY: "" } },
  );
  expect(stdout.trim()).toBe("delivered");
  expect([proxy.connections(), receiver.connections()]).toEqual([0, 1]);
});
