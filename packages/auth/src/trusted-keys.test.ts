import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, createSystemClock } from "@knote/api";
import { SignJWT, exportJWK, exportSPKI, generateKeyPair, type CryptoKey, type JWK } from "jose";
import { describe, expect, it, vi } from "vitest";
import { createTokenVerifier } from "./create-token-verifier.ts";
import { secretKey } from "./secret-key.ts";

/** Starts a provider's key set over HTTP, which answers with `keys` and `status`. */
async function startKeySet(keys: JWK[], clock: Clock = createSystemClock()) {
  const provider = { keys, status: 200, fetched: 0 };
  const server = createServer((_, response) => {
    provider.fetched++;
    response.writeHead(provider.status).end(JSON.stringify({ keys: provider.keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const verifier = createTokenVerifier({ jwksUrl: `http://127.0.0.1:${port}/keys`, clock });
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { provider, verifier, [Symbol.asyncDispose]: close };
}

async function keyPair(alg: string, kid?: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), alg, ...(kid && { kid }) };
  const sign = (claims: object = {}) => signToken(privateKey, { alg, ...(kid && { kid }) }, claims);
  return { publicKey, jwk, sign };
}

function signToken(key: CryptoKey, header: { alg: string; kid?: string }, claims: object) {
  const exp = Math.floor(Date.now() / 1000) + 60;
  return new SignJWT({ sub: "github:1", aud: "knote-api", exp, ...claims }).setProtectedHeader(header).sign(key);
}

it.each(["RS256", "PS256", "ES256", "EdDSA"])("accepts a token signed by a published %s key", async (alg) => {
  const { jwk, sign } = await keyPair(alg, "one");
  await using keySet = await startKeySet([jwk]);
  expect(await keySet.verifier.verify(await sign())).toMatchObject({ userId: "github:1" });
});

it("fetches the key set once, whatever tokens come", async () => {
  const [publishedKey, foreign] = [await keyPair("ES256", "one"), await keyPair("ES256", "two")];
  await using keySet = await startKeySet([publishedKey.jwk]);
  for (let count = 0; count < 5; count++) {
    expect(await keySet.verifier.verify(await publishedKey.sign({ count }))).not.toBeNull();
    expect(await keySet.verifier.verify(await foreign.sign({ count }))).toBeNull();
  }
  expect(keySet.provider.fetched).toBe(1);
});

it("tries every key that fits a token without key id", async () => {
  const [one, two, foreign] = [await keyPair("ES256"), await keyPair("ES256"), await keyPair("ES256")];
  await using keySet = await startKeySet([one.jwk, two.jwk]);
  expect(await keySet.verifier.verify(await two.sign())).not.toBeNull();
  expect(await keySet.verifier.verify(await foreign.sign())).toBeNull();
});

it("refuses a token with a missing or different audience", async () => {
  const { jwk, sign } = await keyPair("ES256", "one");
  await using keySet = await startKeySet([jwk]);
  expect(await keySet.verifier.verify(await sign({ aud: undefined }))).toBeNull();
  expect(await keySet.verifier.verify(await sign({ aud: "elsewhere" }))).toBeNull();
});

it("refuses an HMAC made with the published key, and no signature at all", async () => {
  const { publicKey, jwk } = await keyPair("RS256", "one");
  await using keySet = await startKeySet([jwk]);
  const claims = { sub: "github:1", aud: "knote-api", exp: Math.floor(Date.now() / 1000) + 60 };
  const forgedToken = await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", kid: "one" })
    .sign(secretKey(await exportSPKI(publicKey)));
  expect(await keySet.verifier.verify(forgedToken)).toBeNull();
  const bare = [{ alg: "none" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  expect(await keySet.verifier.verify(`${bare.join(".")}.`)).toBeNull();
});

it("refuses an algorithm that is not listed, although its key is published", async () => {
  const { jwk, sign } = await keyPair("ES384", "one");
  await using keySet = await startKeySet([jwk]);
  expect(await keySet.verifier.verify(await sign())).toBeNull();
});

it("rejects while the keys are out of reach, and works again afterwards", async () => {
  const { jwk, sign } = await keyPair("ES256", "one");
  await using keySet = await startKeySet([jwk]);
  keySet.provider.status = 500;
  const token = await sign();
  await expect(keySet.verifier.verify(token)).rejects.toMatchObject({ code: "UNAVAILABLE", retryAfterSeconds: 5 });
  keySet.provider.status = 200;
  expect(await keySet.verifier.verify(token)).not.toBeNull();
});

it("rejects when no server answers at the address", async () => {
  const { sign } = await keyPair("ES256", "one");
  const verifier = createTokenVerifier({ jwksUrl: "http://127.0.0.1:1/keys", clock: createSystemClock() });
  await expect(verifier.verify(await sign())).rejects.toMatchObject({ code: "UNAVAILABLE" });
});

it("no longer trusts a withdrawn key, not even for cached tokens", async () => {
  const [withdrawn, remainingKey] = [await keyPair("ES256", "one"), await keyPair("ES256", "two")];
  const clock = { time: Date.now(), now: () => clock.time };
  await using keySet = await startKeySet([withdrawn.jwk, remainingKey.jwk], clock);
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  const [token, other] = [await withdrawn.sign({ exp }), await remainingKey.sign({ exp })];
  expect(await keySet.verifier.verify(token)).not.toBeNull();
  keySet.provider.keys = [remainingKey.jwk];
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 });
  try {
    clock.time = Date.now();
    expect(await keySet.verifier.verify(token)).toBeNull();
    expect(await keySet.verifier.verify(other)).not.toBeNull();
  } finally {
    vi.useRealTimers();
  }
  expect(keySet.provider.fetched).toBe(2);
});

it("checks a cached token again when it fetches the key set again, and no sooner", async () => {
  const { jwk, sign } = await keyPair("ES256", "one");
  await using keySet = await startKeySet([jwk]);
  const began = Date.now();
  const token = await sign({ exp: Math.floor(began / 1000) + 86_400 });
  vi.useFakeTimers({ toFake: ["Date"], now: began });
  try {
    const first = await keySet.verifier.verify(token);
    vi.setSystemTime(began + 10 * 60_000 - 1);
    expect(await keySet.verifier.verify(token)).toBe(first);
    vi.setSystemTime(began + 10 * 60_000);
    expect(await keySet.verifier.verify(token)).not.toBe(first);
  } finally {
    vi.useRealTimers();
  }
  expect(keySet.provider.fetched).toBe(2);
});

const weak = (async () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const input = [
    { alg: "RS256", kid: "bad" },
    { sub: "github:1", aud: "knote-api", exp: 4_000_000_000 },
  ];
  const text = input.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const signature = createSign("RSA-SHA256").update(text).sign(privateKey, "base64url");
  return {
    jwk: { ...publicKey.export({ format: "jwk" }), alg: "RS256", kid: "bad" } as JWK,
    token: `${text}.${signature}`,
  };
})();

describe("a key that cannot be used in the set", () => {
  it.each<[string, (jwk: JWK) => unknown]>([
    ["is too short", (jwk) => jwk],
    ["lacks its modulus", ({ n: _n, ...jwk }) => jwk],
    ["is garbled", (jwk) => ({ ...jwk, n: "*" })],
    ["says it is for encryption", (jwk) => ({ ...jwk, use: "enc" })],
    ["is of an unknown type", (jwk) => ({ ...jwk, kty: "LMS" })],
    ["is not an object", () => "bad"],
  ])("is ignored when it %s, and the other keys work", async (_, change) => {
    const { jwk, token } = await weak;
    const good = await keyPair("ES256", "good");
    await using keySet = await startKeySet([change(jwk) as JWK, good.jwk]);
    expect(await keySet.verifier.verify(token)).toBeNull();
    expect(await keySet.verifier.verify(await good.sign())).not.toBeNull();
  });

  it("is skipped for a token without a key id", async () => {
    const { kid: _kid, ...bad } = (await weak).jwk;
    const [good, foreign] = [await keyPair("RS256"), await keyPair("RS256")];
    await using keySet = await startKeySet([bad, good.jwk]);
    expect(await keySet.verifier.verify(await good.sign())).not.toBeNull();
    expect(await keySet.verifier.verify(await foreign.sign())).toBeNull();
  });
});
