import { createHmac } from "node:crypto";
import { SignJWT, exportSPKI, generateKeyPair } from "jose";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTokenVerifier } from "./create-token-verifier.ts";
import { mintToken } from "./mint-token.ts";
import { secretKey } from "./secret-key.ts";

const SECRET = "a secret of the tests, of 32 bytes or more";
const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const SECONDS = NOW / 1000;

function movableClock() {
  let time = NOW;
  return { now: () => time, advance: (milliseconds: number) => (time += milliseconds) };
}

function verifierAt(clock = movableClock()) {
  return createTokenVerifier({ secret: SECRET, clock });
}

const GOOD = { sub: "github:1", iss: "knote", aud: "knote-api", iat: SECONDS, exp: SECONDS + 60 };

function sign(claims: Record<string, unknown>, { alg = "HS256", secret = SECRET } = {}): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(secretKey(secret));
}

/** Returns a token with any header and signature, even ones that no library makes. */
function rawToken(header: object, payload: object, signature = ""): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(header)}.${part(payload)}.${signature}`;
}

describe("a valid token", () => {
  it("has a user, scopes, an issue time and an expiry", async () => {
    const token = await sign({ ...GOOD, scope: "notes:read  ask", iat: SECONDS - 5 });
    expect(await verifierAt().verify(token)).toEqual({
      userId: "github:1",
      sessionId: null,
      scopes: new Set(["notes:read", "ask"]),
      issuedAt: (SECONDS - 5) * 1000,
      expiresAt: (SECONDS + 60) * 1000,
    });
  });

  it("carries every scope when it names none, and no scope when it names an empty one", async () => {
    const verifier = verifierAt();
    const all = new Set(["notes:read", "notes:write", "ask", "webhooks"]);
    expect((await verifier.verify(await sign(GOOD)))?.scopes).toEqual(all);
    expect((await verifier.verify(await sign({ ...GOOD, scope: "" })))?.scopes).toEqual(new Set());
  });

  it("may manage webhooks where it may write, and only there", async () => {
    const verifier = verifierAt();
    const scopesOf = async (scope: string) => (await verifier.verify(await sign({ ...GOOD, scope })))?.scopes;
    expect(await scopesOf("notes:write")).toEqual(new Set(["notes:write", "webhooks"]));
    expect(await scopesOf("notes:read ask")).toEqual(new Set(["notes:read", "ask"]));
  });

  it("needs sub and exp alone", async () => {
    const verifiedToken = await verifierAt().verify(await sign({ sub: "someone", exp: SECONDS + 1 }));
    expect(verifiedToken).toMatchObject({ userId: "someone", issuedAt: 0 });
  });

  it("has its issue time to the millisecond on request, and the session that made it", async () => {
    const clock = { ...movableClock(), now: () => 1_772_366_400_123 };
    const options = { secret: SECRET, sub: "local:owner", sessionId: "one", clock };
    const [exact, whole] = [await mintToken({ ...options, exactly: true }), await mintToken(options)];
    expect(await verifierAt(clock).verify(exact)).toMatchObject({ issuedAt: 1_772_366_400_123, sessionId: "one" });
    expect(await verifierAt(clock).verify(whole)).toMatchObject({ issuedAt: 1_772_366_400_000, sessionId: "one" });
  });

  it("is what mintToken makes", async () => {
    const clock = movableClock();
    const token = await mintToken({
      secret: SECRET,
      sub: "local:owner",
      name: "Ada",
      scope: "ask",
      lifetimeSeconds: 120,
      clock,
    });
    expect(await verifierAt(clock).verify(token)).toEqual({
      userId: "local:owner",
      sessionId: null,
      scopes: new Set(["ask"]),
      issuedAt: Math.floor(NOW / 1000) * 1000,
      expiresAt: NOW + 120_000,
    });
  });
});

describe("claims", () => {
  it.each([
    ["an audience list with ours", { aud: ["elsewhere", "knote-api"] }],
    ["a sub of one character", { sub: "a" }],
    ["a sub of 200 code points", { sub: "🦊".repeat(200) }],
    ["an iat at the edge of the leeway", { iat: SECONDS + 30 }],
    ["an nbf at the edge of the leeway", { nbf: SECONDS + 30 }],
    ["an exp within the leeway", { exp: SECONDS - 29 }],
  ])("are accepted with %s", async (_, claims) => {
    expect(await verifierAt().verify(await sign({ ...GOOD, ...claims }))).not.toBeNull();
  });

  it.each<[string, Record<string, unknown>]>([
    ["no sub", { sub: undefined }],
    ["an empty sub", { sub: "" }],
    ["a sub that is no string", { sub: 1 }],
    ["a sub of 201 characters", { sub: "a".repeat(201) }],
    ["a sub with NUL", { sub: "a\0b" }],
    ["a sub with a lone surrogate", { sub: "a\ud800" }],
    ["a reserved sub", { sub: "demo:graph" }],
    ["no exp", { exp: undefined }],
    ["an exp that is no number", { exp: "tomorrow" }],
    ["an exp past the leeway", { exp: SECONDS - 30 }],
    ["an iat past the leeway", { iat: SECONDS + 31 }],
    ["an iat that is no number", { iat: "now" }],
    ["an nbf past the leeway", { nbf: SECONDS + 31 }],
    ["another issuer", { iss: "elsewhere" }],
    ["another audience", { aud: "elsewhere" }],
    ["an audience list without ours", { aud: ["elsewhere"] }],
    ["an empty audience list", { aud: [] }],
    ["an audience that is null", { aud: null }],
    ["a scope that is no string", { scope: ["ask"] }],
  ])("are refused with %s", async (_, claims) => {
    const header = Buffer.from('{"alg":"HS256"}').toString("base64url");
    const payload = Buffer.from(JSON.stringify({ ...GOOD, ...claims })).toString("base64url");
    expect(await verifierAt().verify(signRaw(`${header}.${payload}`))).toBeNull();
  });

  it("are refused with an infinite exp", async () => {
    const header = Buffer.from('{"alg":"HS256"}').toString("base64url");
    const payload = Buffer.from('{"sub":"someone","exp":1e999}').toString("base64url");
    expect(await verifierAt().verify(signRaw(`${header}.${payload}`))).toBeNull();
  });
});

describe("signatures", () => {
  it("are refused when none is claimed", async () => {
    const verifier = verifierAt();
    for (const alg of ["none", "None", ""]) expect(await verifier.verify(rawToken({ alg }, GOOD))).toBeNull();
  });

  it("are refused from another secret", async () => {
    const token = await sign(GOOD, { secret: "another secret of 32 bytes or more, too" });
    expect(await verifierAt().verify(token)).toBeNull();
  });

  it.each(["HS384", "HS512"])("are refused by %s, although the secret is the same", async (alg) => {
    const secret = "a secret long enough for the longest of the hashes that HMAC has got";
    const verifier = createTokenVerifier({ secret, clock: movableClock() });
    expect(await verifier.verify(await sign(GOOD, { secret }))).not.toBeNull();
    expect(await verifier.verify(await sign(GOOD, { alg, secret }))).toBeNull();
  });

  it("are refused by RS256 where the secret is pinned", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    const token = await new SignJWT(GOOD).setProtectedHeader({ alg: "RS256" }).sign(privateKey);
    expect(await verifierAt().verify(token)).toBeNull();
  });

  it("are refused when any part was changed", async () => {
    const verifier = verifierAt();
    const [header, payload, signature] = (await sign(GOOD)).split(".") as [string, string, string];
    const other = Buffer.from(JSON.stringify({ ...GOOD, sub: "github:2" })).toString("base64url");
    const otherSignature = (signature.startsWith("A") ? "B" : "A") + signature.slice(1);
    for (const token of [
      `${header}.${other}.${signature}`,
      `${header}.${payload}.${otherSignature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
    ]) {
      expect(await verifier.verify(token)).toBeNull();
    }
  });

  it("are not read from a token of more than 8 KiB", async () => {
    const long = await sign({ ...GOOD, padding: "x".repeat(8_192) });
    expect(await verifierAt().verify(long)).toBeNull();
  });

  it("of anything that is not a token are refused without an exception", async () => {
    const verifier = verifierAt();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.tuple(fc.base64String(), fc.base64String(), fc.base64String()).map((parts) => parts.join(".")),
        ),
        async (token) => {
          expect(await verifier.verify(token)).toBeNull();
        },
      ),
    );
  });

  it("need a secret of 32 bytes", () => {
    expect(() => createTokenVerifier({ secret: "x".repeat(31), clock: movableClock() })).toThrow(RangeError);
    expect(() => createTokenVerifier({ secret: "ä".repeat(16), clock: movableClock() })).not.toThrow();
  });
});

describe("time", () => {
  it("ends a cached token after the leeway", async () => {
    const clock = movableClock();
    const verifier = verifierAt(clock);
    const token = await sign(GOOD);
    expect(await verifier.verify(token)).not.toBeNull();
    clock.advance(60_000 + 29_999);
    expect(await verifier.verify(token)).not.toBeNull();
    clock.advance(1);
    expect(await verifier.verify(token)).toBeNull();
  });

  it("makes a token valid that was refused as too early", async () => {
    const clock = movableClock();
    const verifier = verifierAt(clock);
    const token = await sign({ ...GOOD, nbf: SECONDS + 40 });
    expect(await verifier.verify(token)).toBeNull();
    clock.advance(10_000);
    expect(await verifier.verify(token)).not.toBeNull();
  });
});

it("does not take a public key as a secret", async () => {
  const { publicKey } = await generateKeyPair("RS256", { extractable: true });
  const pem = await exportSPKI(publicKey);
  const forgedToken = await sign(GOOD, { secret: pem });
  expect(await verifierAt().verify(forgedToken)).toBeNull();
});

function signRaw(signingInput: string): string {
  return `${signingInput}.${createHmac("sha256", SECRET).update(signingInput).digest("base64url")}`;
}
