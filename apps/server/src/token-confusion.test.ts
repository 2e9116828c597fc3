import { createHmac, hash } from "node:crypto";
import { createSystemClock } from "@knote/api";
import { createPersonalTokens, newTokenText } from "@knote/auth";
import { createSqliteStorage } from "@knote/storage-sqlite";
import { disposable, startServerProcess, type ServerProcess } from "@knote/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SECRET = "a secret that only this file and its server know";
const DOORS = ["/api/quota", "/api/activity", "/trpc/quota.get", "/api/graph/notes"];
const PAST_LEEWAY = 90;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ env: { JWT_SECRET: SECRET, LOG_LEVEL: "info" } });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Returns a token with this header and payload, signed by HMAC-SHA256 whatever the header says. */
function forgeToken(header: object, payload: object, key: string = SECRET): string {
  const signingInput = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${signingInput}.${createHmac("sha256", key).update(signingInput).digest("base64url")}`;
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

/** Expects 401 for the token everywhere, in the header and in the stream's query. */
async function expectRefused(token: string): Promise<void> {
  for (const door of DOORS) expect([door, await statusAt(door, token)]).toEqual([door, 401]);
  const stream = await fetch(`${server.url}/api/activity/stream?token=${encodeURIComponent(token)}`);
  expect(stream.status).toBe(401);
}

describe("a personal token", () => {
  const owner = { userId: "github:1", login: null };

  /** Makes a token in the server's store, beside the server, as the operator does. */
  async function makeToken(name: string): Promise<string> {
    await using storage = disposable(await createSqliteStorage({ dataDir: server.dataDir, exclusive: false }));
    const deps = { storage, clock: createSystemClock(), defaultTier: "free", isAllowed: () => true } as const;
    return (await createPersonalTokens(deps).create(owner, { name, scopes: ["notes:read"], expires_in_days: 1 })).text;
  }

  it("is accepted as it was given, at the doors of its scopes", async () => {
    const token = await makeToken("good");
    for (const door of DOORS) expect([door, await statusAt(door, token)]).toEqual([door, 200]);
  });

  it.each<[string, (text: string) => string]>([
    ["in another case", (text) => text.toUpperCase()],
    ["without its last character", (text) => text.slice(0, -1)],
    ["with one more character", (text) => `${text}0`],
    ["with another prefix", (text) => text.replace("pat", "oat")],
    ["with the prefix of a refresh token", (text) => text.replace("pat", "ort")],
    ["without its prefix", (text) => text.slice("knote_pat_".length)],
    ["with a wrong checksum", (text) => `${text.slice(0, -6)}000000`],
    ["as the signature of a JWT", (text) => `e30.e30.${text}`],
    ["as its digest", (text) => hash("sha256", text, "base64url")],
    ["as a grant's token with a right checksum", () => newTokenText("oat")],
  ])("is refused %s", async (name, change) => {
    const token = await makeToken(name);
    const other = change(token);
    expect(other).not.toBe(token);
    await expectRefused(other);
    expect(await statusAt("/api/activity", token)).toBe(200);
  });

  it("is refused with a NUL, which no header can hold", async () => {
    const token = `${await makeToken("nul")}\0`;
    await expect(statusAt("/api/quota", token)).rejects.toThrow(TypeError);
    const stream = await fetch(`${server.url}/api/activity/stream?token=${encodeURIComponent(token)}`);
    expect(stream.status).toBe(401);
  });

  it("gains no scope through its form", async () => {
    const headers = { Authorization: `Bearer ${await makeToken("scopes")}`, "Content-Type": "application/json" };
    const answer = await fetch(`${server.url}/api/workspace/notes`, { method: "POST", headers, body: "{}" });
    expect(answer.status).toBe(403);
  });
});

describe("a token made by hand", () => {
  it("is accepted when it is signed properly", async () => {
    for (const door of DOORS) expect(await statusAt(door, forgeToken({ alg: "HS256" }, claims()))).toBe(200);
  });

  it.each<[string, object]>([
    ["no signature, declared", { alg: "none" }],
    ["no signature, in mixed case", { alg: "nOnE" }],
    ["another hash of the same secret", { alg: "HS512" }],
    ["the algorithm of a public key", { alg: "RS256" }],
    ["an algorithm that is no text", { alg: ["HS256"] }],
    ["no algorithm", { typ: "JWT" }],
    ["an extension that must be understood", { alg: "HS256", crit: ["mfa"], mfa: true }],
    ["a payload that is not encoded", { alg: "HS256", b64: false, crit: ["b64"] }],
  ])("is refused with %s", async (_name, header) => {
    const token = forgeToken(header, claims());
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
  ])("is refused with a key %s", async (_name, header, key) => {
    await expectRefused(forgeToken(header, claims(), key));
  });

  it.each<[string, () => object]>([
    ["it has expired", () => claims({ exp: seconds(-PAST_LEEWAY) })],
    ["it is not valid yet", () => claims({ nbf: seconds(PAST_LEEWAY) })],
    ["it was issued in the future", () => claims({ iat: seconds(PAST_LEEWAY) })],
    ["it never expires", () => ({ sub: "github:1" })],
    ["its expiry is not a number", () => claims({ exp: "tomorrow" })],
    ["it is for another service", () => claims({ aud: "other-api" })],
    ["it is from another issuer", () => claims({ iss: "https://evil.example" })],
    ["its subject is empty", () => claims({ sub: "" })],
    ["its subject is the demo", () => claims({ sub: "demo:graph" })],
    ["its subject contains NUL", () => claims({ sub: "github:1\0" })],
    ["it has several subjects", () => claims({ sub: ["github:1", "github:2"] })],
    ["its subject is too long", () => claims({ sub: "x".repeat(201) })],
  ])("is refused when %s", async (_name, make) => {
    await expectRefused(forgeToken({ alg: "HS256" }, make()));
  });

  it("gains no scope through the name of an object's property", async () => {
    const token = forgeToken({ alg: "HS256" }, claims({ scope: "constructor __proto__ toString has" }));
    expect(await statusAt("/api/activity", token)).toBe(403);
  });

  it.each<[string, (text: string) => string]>([
    ["is named like a personal one", (text) => `knote_pat_${text}`],
    ["has a header named like one", (text) => text.replace(/^[^.]+/, "knote_pat_EXAMPLEexampleEXAMPLEexample002hf6JF")],
  ])("is refused when it %s", async (_name, change) => {
    await expectRefused(change(forgeToken({ alg: "HS256" }, claims())));
  });

  it("is never logged, whole or in part", async () => {
    const token = forgeToken({ alg: "HS256" }, claims({ jti: "of this test" }));
    await statusAt("/api/quota", token);
    await expectRefused(`${token}x`);
    expect(server.output()).toContain("/api/quota");
    for (const part of token.split(".").slice(1)) expect(server.output()).not.toContain(part);
  });
});
