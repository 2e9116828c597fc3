import { decodeJwt, decodeProtectedHeader } from "jose";
import { expect, it } from "vitest";
import { mintToken } from "./mint-token.ts";

const SECRET = "a secret of the tests, of 32 bytes or more";
const clock = { now: () => 1_750_000_000_500 };

it("signs the documented claims for an hour", async () => {
  const token = await mintToken({ secret: SECRET, sub: "github:1", name: "Ada", clock });
  expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "JWT" });
  expect(decodeJwt(token)).toEqual({
    iss: "knote",
    aud: "knote-api",
    sub: "github:1",
    name: "Ada",
    scope: "notes:read notes:write ask",
    iat: 1_750_000_000,
    exp: 1_750_003_600,
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

it("omits a missing name, and makes no two tokens alike", async () => {
  const tokens = await Promise.all([1, 2].map(() => mintToken({ secret: SECRET, sub: "github:1", clock })));
  expect(tokens[0]).not.toBe(tokens[1]);
  expect(decodeJwt(tokens[0]!)).not.toHaveProperty("name");
});
