import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually, openImport } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../testing/start-app.ts";
import { rawExchange, rawSocket, readToEnd } from "../testing/raw-socket.ts";
import { configureHttpServer, HTTP_SERVER_OPTIONS, type HttpServerLimits } from "./configure-http-server.ts";

interface Running extends AsyncDisposable {
  readonly url: string;
  readonly app: TestApp;
  readonly server: Server;
}

/** The app behind a server configured like the real one, except that it checks its connections more often. */
async function serve(limits: HttpServerLimits = {}): Promise<Running> {
  const app = await startApp();
  const server = createServer({ ...HTTP_SERVER_OPTIONS, connectionsCheckingInterval: 20 }, app.http.app);
  configureHttpServer(server, limits);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    app,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app[Symbol.asyncDispose]();
    },
  };
}

function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
}

describe("a malformed request", () => {
  it.each([
    ["garbage", "\x00\x01\x02 nonsense\r\n\r\n", 400],
    ["a method that is none", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 400],
    ["no host", "GET /health HTTP/1.1\r\n\r\n", 400],
    ["two lengths", "POST /api/ask HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
    [
      "a length and chunks",
      "POST /api/ask HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["a length that is none", "POST /api/ask HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400],
    ["a header folded", "GET /health HTTP/1.1\r\nHost: x\r\n X: y\r\n\r\n", 400],
    ["a header with NUL", "GET /health HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n", 400],
    ["a flood of headers", `GET /health HTTP/1.1\r\nHost: x\r\n${"X: yyyyyyyyyy\r\n".repeat(2_000)}\r\n`, 431],
    ["one long header", `GET /health HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(20_000)}\r\n\r\n`, 431],
    ["a long path", `GET /${"y".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ])("%s is refused in JSON", async (_name, bytes, status) => {
    await using running = await serve();
    const answer = await rawExchange(running.url, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (answer.includes("application/json")) {
      expect(bodyOf(answer)).toEqual({ detail: expect.stringMatching(/\.$/) });
      expect(answer).toMatch(/X-Content-Type-Options: nosniff\r\n/);
    }
    expect((await running.app.send("GET /health")).status).toBe(200);
  });

  it("is never answered in the middle of another response", async () => {
    await using running = await serve();
    const answer = await rawExchange(running.url, "GET /api/pricing HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n");
    expect(answer.match(/HTTP\/1\.1 \d+ /g)).toHaveLength(1);
  });
});

describe("a request with an unknown expectation", () => {
  it("is answered like any other", async () => {
    await using running = await serve();
    const answer = await rawExchange(
      running.url,
      "GET /health HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

describe("slow clients", () => {
  it("that do not finish their headers get 408", async () => {
    await using running = await serve({ headersTimeoutMs: 100, requestTimeoutMs: 100 });
    const answer = await rawExchange(running.url, "GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(answer)).toEqual({ detail: "The request took too long to arrive." });
  });

  it("that do not finish their body get 408, and store nothing", async () => {
    await using running = await serve({ headersTimeoutMs: 100, requestTimeoutMs: 150 });
    const ada = await running.app.user("ada");
    const head = `POST /api/workspace/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
    const answer = await rawExchange(running.url, `${head}{"title":`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await eventually(() => expect(running.app.logLines.join()).toContain('"status":499'));
    expect(await ada.events()).toEqual([]);
    expect(running.app.logLines.join()).not.toContain("failed");
  });

  it("can take long for an import, which is answered meanwhile", async () => {
    await using running = await serve({ headersTimeoutMs: 100, requestTimeoutMs: 100 });
    const ada = await running.app.user("ada");
    const line = (title: string) => ({ note: { title, content: "-", note_type: "fact" } });
    using upload = await openImport(running.url, ada.token);
    const startTime = performance.now();
    for (let sentCount = 1; performance.now() - startTime < 500; sentCount++) {
      upload.send([line(`Note ${sentCount}`)]);
      await eventually(() => expect(upload.readAnswers()).toHaveLength(sentCount));
    }
    upload.end();
    await eventually(() => expect(upload.readAnswers().at(-1)).toMatchObject({ done: true, failed: 0 }));
  });

  it("that disconnect leave nothing behind", async () => {
    await using running = await serve();
    const ada = await running.app.user("ada");
    const socket = await rawSocket(running.url);
    socket.write(
      `POST /api/workspace/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"title":`,
    );
    // Once this arrives, the server handles the request.
    await once(socket, "data");
    socket.destroy();
    await eventually(() => expect(running.app.logLines.join()).toContain('"status":499'));
    expect(await ada.events()).toEqual([]);
  });
});

describe("a body that is refused unread", () => {
  it("still lets its sender read the response, and use the connection again", async () => {
    await using running = await serve();
    const ada = await running.app.user("ada");
    const socket = await rawSocket(running.url);
    const body = "x".repeat(3_000_000);
    socket.write(
      `POST /api/workspace/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    socket.write("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const answers = await readToEnd(socket);
    expect(answers).toMatch(/^HTTP\/1\.1 413 /);
    expect(answers).toContain("HTTP/1.1 200 OK");
  });

  it("is not read without bound", async () => {
    await using running = await serve();
    const ada = await running.app.user("ada");
    const socket = await rawSocket(running.url);
    socket.on("error", () => {});
    socket.write(
      `POST /api/workspace/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: 900000000\r\n\r\n`,
    );
    const piece = Buffer.alloc(1_000_000, "x");
    let sentPieces = 0;
    while (!socket.destroyed && sentPieces < 300) {
      sentPieces++;
      if (!socket.write(piece))
        await new Promise((resolve) => void socket.once("drain", resolve).once("close", resolve));
    }
    expect(sentPieces).toBeLessThan(100);
  });
});
