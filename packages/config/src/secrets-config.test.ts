import { resolve } from "node:path";
import { expect, it } from "vitest";
import { parseConfig } from "./parse-config.ts";
import { problemsOf } from "./testing/problems-of.ts";

const [NEW, OLD] = ["n".repeat(32), "o".repeat(40)];
const JWT_SECRET = "j".repeat(32);
const CLUSTER = { MONGODB_URL: "mongodb://db/notes", QDRANT_URL: "http://vectors:6333" };

it("keeps the key in the data folder when none is set", () => {
  expect(parseConfig({ DATA_DIR: "/var/lib/knote", JWT_SECRET }).secrets).toEqual({
    kind: "kept key",
    dataDir: resolve("/var/lib/knote"),
  });
});

it.each([{}, { ...CLUSTER, JWT_SECRET }])("takes the keys of the settings, the newest first: %o", (variables) => {
  expect(parseConfig({ ...variables, SECRETS_KEY: `${NEW}, ${OLD} ` }).secrets).toEqual({
    kind: "keys",
    keys: [NEW, OLD],
  });
});

it("shares the secret of the tokens between the processes of a cluster", () => {
  expect(parseConfig({ ...CLUSTER, JWT_SECRET }).secrets).toEqual({ kind: "keys", keys: [JWT_SECRET] });
});

it("has no key on a cluster whose tokens come from an issuer", () => {
  const JWT_JWKS_URL = "https://id.example.com/keys";
  expect(parseConfig({ ...CLUSTER, JWT_JWKS_URL }).secrets).toEqual({ kind: "none" });
  expect(parseConfig({ ...CLUSTER, JWT_JWKS_URL, SECRETS_KEY: NEW }).secrets).toEqual({ kind: "keys", keys: [NEW] });
});

it.each([
  ["n".repeat(31), 31],
  [`${NEW},`, 0],
  [`,${NEW}`, 0],
  [`${NEW},,${OLD}`, 0],
  [`${NEW}, short`, 5],
])("refuses SECRETS_KEY=%s without repeating it", (text, bytes) => {
  expect(problemsOf({ SECRETS_KEY: text })).toEqual([
    `SECRETS_KEY has a key of ${bytes} bytes; each needs 32 or more.`,
  ]);
});
