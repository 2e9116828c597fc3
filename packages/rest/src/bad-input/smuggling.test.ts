import { describe, expect, it } from "vitest";
import { readToEnd, rawSocket } from "../testing/raw-socket.ts";
import { serveRaw } from "../testing/serve-raw.ts";

/** Sends bytes, ends its side of the connection, and returns all that was answered. */
async function answersTo(url: string, bytes: string | Buffer): Promise<string> {
  const socket = await rawSocket(url);
  const answers = readToEnd(socket);
  socket.end(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  return await answers;
}

function statuses(answers: string): number[] {
  return Array.from(answers.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
}

/** Heads whose body could end in two places, depending on the server. */
const AMBIGUOUS: Record<string, readonly string[]> = {
  "length and chunks": ["Content-Length: 4", "Transfer-Encoding: chunked"],
  "chunks and length": ["Transfer-Encoding: chunked", "Content-Length: 4"],
  "two lengths": ["Content-Length: 4", "Content-Length: 5"],
  "two lengths in one": ["Content-Length: 4, 5"],
  "a length with a sign": ["Content-Length: +4"],
  "a negative length": ["Content-Length: -4"],
  "a length in hex": ["Content-Length: 0x4"],
  "a length with a space in it": ["Content-Length: 4 4"],
  "a length beyond all numbers": ["Content-Length: 99999999999999999999"],
  "an empty length": ["Content-Length:"],
  "a space before the colon": ["Transfer-Encoding : chunked"],
  "a folded encoding": ["Transfer-Encoding:", " chunked"],
  "a folded length": ["X: y", " Content-Length: 0"],
  "another encoding": ["Transfer-Encoding: xchunked"],
  "chunks inside another encoding": ["Transfer-Encoding: chunked, identity"],
  "chunks twice": ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
  "an encoding with a vertical tab": ["Transfer-Encoding: \x0bchunked"],
  "a header name with NUL": ["Transfer-Encoding\0: chunked"],
  "a carriage return of its own": ["X: y\rTransfer-Encoding: chunked"],
};

describe("a body with an ambiguous end", () => {
  it.each(Object.entries(AMBIGUOUS))("hides no second request: %s", async (_name, lines) => {
    await using running = await serveRaw();
    const ada = await running.app.user("ada");
    const id = await ada.note("Still there");
    const hiddenRequest = `DELETE /api/workspace/notes/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\n\r\n`;
    const head = `POST /api/recall HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines.join("\r\n")}\r\n\r\n`;
    for (const body of ["", "{}\r\n", "0\r\n\r\n", "4\r\nabcd\r\n0\r\n\r\n"]) {
      const answers = await answersTo(running.url, `${head}${body}${hiddenRequest}`);
      for (const status of statuses(answers)) expect(status).toBeGreaterThanOrEqual(400);
      for (const status of statuses(answers)) expect(status).toBeLessThan(500);
    }
    expect((await ada.send(`GET /api/workspace/notes/${id}`)).status).toBe(200);
  });
});

describe("chunks", () => {
  const head = (token: string) =>
    `POST /api/workspace/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

  it.each([
    ["of no number", "xyz\r\n{}\r\n0\r\n\r\n"],
    ["of a negative number", "-2\r\n{}\r\n0\r\n\r\n"],
    ["beyond all numbers", "fffffffffffffffff\r\n{}"],
    ["longer than said", "1\r\n{}\r\n0\r\n\r\n"],
    ["without their line breaks", "2\n{}\n0\n\n"],
    ["with an endless extension", `2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
    ["with trailers without end", `0\r\n${"X: y\r\n".repeat(5_000)}\r\n`],
    ["that never end", "2\r\n{}\r\n"],
  ])("%s store nothing and are refused", async (_name, body) => {
    await using running = await serveRaw();
    const ada = await running.app.user("ada");
    const answers = statuses(await answersTo(running.url, head(ada.token) + body));
    expect(answers.filter((status) => status < 400 || status >= 500)).toEqual([]);
    expect(await ada.events()).toEqual([]);
    expect((await running.app.send("GET /health")).status).toBe(200);
  });

  it("of one byte each make the note that they spell", async () => {
    await using running = await serveRaw();
    const ada = await running.app.user("ada");
    const json = JSON.stringify({ title: "By the byte", content: "-", note_type: "fact" });
    const body = `${Array.from(json, (sign) => `1\r\n${sign}\r\n`).join("")}0\r\nX-Trailer: __proto__\r\n\r\n`;
    const socket = await rawSocket(running.url);
    const answers = readToEnd(socket);
    for (const sign of head(ada.token) + body) socket.write(sign);
    socket.end();
    expect(statuses(await answers)).toEqual([201]);
  });
});

describe("a request line", () => {
  it.each([
    ["of HTTP/2 itself", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["of TLS", Buffer.from("16030100010100", "hex")],
    ["of another server", "GET http://evil.example/health HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["without a path", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["without a slash", "GET health HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["with NUL", "GET /hea\0lth HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["with bytes beyond ASCII", "GET /h\xe9alth HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["with a fragment", "GET /health#x HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["that asks for a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["that asks for an echo", "TRACE /health HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n"],
    ["in small letters", "get /health HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["with two hosts", "GET /health HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n\r\n"],
  ])("%s is refused, or not answered at all", async (_name, bytes) => {
    await using running = await serveRaw({ allowedHosts: ["localhost", "x"] });
    const answers = await answersTo(running.url, bytes);
    for (const status of statuses(answers)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
    expect(answers).not.toContain("uptime_seconds");
    expect((await running.app.send("GET /health", { headers: { Host: "localhost" } })).status).toBe(200);
  });

  it.each(["GET /health\r\n\r\n", "GET /health HTTP/2.0\r\nHost: x\r\n\r\n"])(
    "of another protocol version is answered in HTTP/1.1: %j",
    async (bytes) => {
      await using running = await serveRaw();
      expect(await answersTo(running.url, bytes)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    },
  );

  it.each([
    ["h2c", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"],
    ["websocket", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n"],
  ])("that asks for %s gets plain HTTP", async (_name, headers) => {
    await using running = await serveRaw();
    const answers = await answersTo(running.url, `GET /api/quota HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    expect(statuses(answers)).toEqual([401]);
  });
});

describe("requests one after another on a connection", () => {
  it("are each answered, in order, however many are sent at once", async () => {
    await using running = await serveRaw();
    const paths = Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? "/api/pricing" : `/nothing/${index}`));
    const answers = await answersTo(
      running.url,
      paths.map((path, index) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: r${index}\r\n\r\n`).join(""),
    );
    expect(statuses(answers)).toEqual(paths.map((path) => (path === "/api/pricing" ? 200 : 404)));
    const ids = Array.from(answers.matchAll(/X-Request-Id: r(\d+)/g), ([, id]) => Number(id));
    expect(ids).toEqual(paths.map((_, index) => index));
  });
});
