import { createHmac } from "node:crypto";
import { startServerProcess, type ServerProcess } from "@knote/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SECRET = "a secret that only this file and its server know";
const DOORS = ["/api/quota", "/api/activity", "/trpc/quota.get", "/api/graph/notes"];
const PAST_LEEWAY = 90;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ env: { JWT_SECRET: SECRET, LOG_LEVEL: "info" } });
});
afterAll(() => server[Symbol.asyncDispose]());

/** A token with whatever header and payload, signed by HMAC-SHA256 whatever its header says. */
function madeToken(header: object, payload: object, key: string = SECRET): string {
  const signed = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

function claims(more: object = {}): object {
  return { sub: "github:1", exp: seconds(600), ...more };
}

function seconds(fromNow: number): number {
  return Math.floor(Date.now() / 1000) + fromNow;
}

async function statusAt(path: string, token: string): Promise<number> {
  const { status } = await fetch(server.url + path, { headers: { Authorization: `Bearer ${token}` } });
  return status;
}

/** The token opens no door, in the header or in the stream's query. */
async function expectRefused(token: string): Promise<void> {
  for (const door of DOORS) expect([door, await statusAt(door, token)]).toEqual([door, 401]);
  const stream = await fetch(`${server.url}/api/activity/stream?token=${encodeURIComponent(token)}`);
  expect(stream.status).toBe(401);
}

describe("a token made by hand", () => {
  it("opens the doors when it is signed as it should be", async () => {
    for (const door of DOORS) expect(await statusAt(door, madeToken({ alg: "HS256" }, claims()))).toBe(200);
  });

  it.each<[string, object]>([
    ["no signature, said so", { alg: "none" }],
    ["no signature, in other letters", { alg: "nOnE" }],
    ["another hash of the same secret", { alg: "HS512" }],
    ["the algorithm of a public key", { alg: "RS256" }],
    ["an algorithm that is no text", { alg: ["HS256"] }],
    ["no algorithm", { typ: "JWT" }],
    ["an extension that must be understood", { alg: "HS256", crit: ["mfa"], mfa: true }],
    ["a payload that is not encoded", { alg: "HS256", b64: false, crit: ["b64"] }],
  ])("opens none with %s", async (_name, header) => {
    const token = madeToken(header, claims());
    await expectRefused(token);
    await expectRefused(token.slice(0, token.lastIndexOf(".") + 1));
  });

  it.each<[string, object, string]>([
    ["in its own header", { alg: "HS256", jwk: { kty: "oct", k: "YXR0YWNrZXI" } }, "attacker"],
    ["at an address", { alg: "HS256", jku: "http://127.0.0.1:9/keys", kid: "1" }, "attacker"],
    ["in a certificate at an address", { alg: "HS256", x5u: "http://127.0.0.1:9/x5u" }, "attacker"],
    ["in an empty file", { alg: "HS256", kid: "/dev/null" }, ""],
    ["in a file", { alg: "HS256", kid: "../../../../etc/hostname" }, "attacker"],
    ["from a query", { alg: "HS256", kid: "x' UNION SELECT 'attacker" }, "attacker"],
    ["of a prototype", { alg: "HS256", kid: "__proto__" }, "[object Object]"],
  ])("opens none with a key %s", async (_name, header, key) => {
    await expectRefused(madeToken(header, claims(), key));
  });

  it.each<[string, () => object]>([
    ["it has expired", () => claims({ exp: seconds(-PAST_LEEWAY) })],
    ["it is not valid yet", () => claims({ nbf: seconds(PAST_LEEWAY) })],
    ["it is of the future", () => claims({ iat: seconds(PAST_LEEWAY) })],
    ["it never ends", () => ({ sub: "github:1" })],
    ["it ends at no time", () => claims({ exp: "tomorrow" })],
    ["it is another service's", () => claims({ aud: "other-api" })],
    ["it is of another issuer", () => claims({ iss: "https://evil.example" })],
    ["it is of nobody", () => claims({ sub: "" })],
    ["it is of the demo", () => claims({ sub: "demo:graph" })],
    ["it is of somebody with NUL", () => claims({ sub: "github:1\0" })],
    ["it is of several", () => claims({ sub: ["github:1", "github:2"] })],
    ["its name is too long", () => claims({ sub: "x".repeat(201) })],
  ])("opens none when %s", async (_name, make) => {
    await expectRefused(madeToken({ alg: "HS256" }, make()));
  });

  it("gains no scope by the name of a property", async () => {
    const token = madeToken({ alg: "HS256" }, claims({ scope: "constructor __proto__ toString has" }));
    expect(await statusAt("/api/activity", token)).toBe(403);
  });

  it("is in no line of the log, whole or in part", async () => {
    const token = madeToken({ alg: "HS256" }, claims({ jti: "of this test" }));
    await statusAt("/api/quota", token);
    await expectRefused(`${token}x`);
    expect(server.output()).toContain("/api/quota");
    for (const part of token.split(".").slice(1)) expect(server.output()).not.toContain(part);
  });
});
