import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "./parse-config.ts";
import { problemsOf } from "./testing/problems-of.ts";

const JWT_SECRET = "x".repeat(32);
const CLUSTER = { MONGODB_URL: "mongodb://db/notes", QDRANT_URL: "http://vectors:6333", JWT_SECRET };
const NEEDS_TRUST =
  "JWT_SECRET or JWT_JWKS_URL is needed with MONGODB_URL and QDRANT_URL: all servers must trust the same tokens.";

describe("the cluster engines", () => {
  it("are chosen by MongoDB and Qdrant together", () => {
    expect(parseConfig(CLUSTER).storage).toEqual({
      kind: "mongo",
      mongoUrl: "mongodb://db/notes",
      qdrantUrl: "http://vectors:6333",
      qdrantApiKey: undefined,
      redisUrl: undefined,
      prefix: "knote",
    });
  });

  it("take a key, Redis and names of their own", () => {
    const { storage } = parseConfig({
      ...CLUSTER,
      QDRANT_URL: "https://vectors.example.com/",
      QDRANT_API_KEY: "key",
      REDIS_URL: "rediss://:pass@bus:6380/1",
      STORAGE_PREFIX: "knote-two",
      DATA_DIR: "/var/lib/knote",
    });
    expect(storage).toMatchObject({
      qdrantUrl: "https://vectors.example.com",
      qdrantApiKey: "key",
      redisUrl: "rediss://:pass@bus:6380/1",
      prefix: "knote-two",
    });
    expect(storage).not.toHaveProperty("dataDir");
  });

  it.each([
    "mongodb://one:27017,two:27017,three/knote?replicaSet=rs0&w=majority",
    "mongodb+srv://me:p%40ss@cluster.example.com",
    "mongodb://[::1]:27017/",
  ])("find MongoDB at %s", (MONGODB_URL) => {
    expect(parseConfig({ ...CLUSTER, MONGODB_URL }).storage).toMatchObject({ mongoUrl: MONGODB_URL });
  });

  it("trust the secret of the settings, or an issuer's keys", () => {
    expect(parseConfig(CLUSTER).tokens).toEqual({ kind: "secret", secret: JWT_SECRET });
    const url = "https://id.example.com/keys";
    expect(parseConfig({ ...CLUSTER, JWT_SECRET: "", JWT_JWKS_URL: url }).tokens).toEqual({ kind: "jwks", url });
  });

  it("need a secret in the settings, as each server would make its own", () => {
    expect(problemsOf({ ...CLUSTER, JWT_SECRET: "" })).toEqual([NEEDS_TRUST]);
    expect(parseConfig({}).tokens).toEqual({ kind: "kept secret", dataDir: resolve("data") });
  });

  it.each([
    [{ MONGODB_URL: "mongodb://db" }, "MONGODB_URL is set without QDRANT_URL."],
    [{ QDRANT_URL: "http://vectors" }, "QDRANT_URL is set without MONGODB_URL."],
    [{ QDRANT_API_KEY: "key" }, "QDRANT_API_KEY is set without QDRANT_URL."],
    [{ REDIS_URL: "redis://bus" }, "REDIS_URL is set without MONGODB_URL."],
    [{ STORAGE_PREFIX: "mine" }, "STORAGE_PREFIX is set without MONGODB_URL."],
  ])("are not half set: %o", (variables, problem) => {
    expect(problemsOf(variables)).toEqual([problem]);
  });

  it.each([
    ["MONGODB_URL", "https://db"],
    ["MONGODB_URL", "mongodb://me:p@ss@db"],
    ["MONGODB_URL", "mongodb://me:p/ss@db"],
    ["QDRANT_URL", "vectors:6333"],
    ["QDRANT_URL", "http://me:p4ss@vectors"],
    ["QDRANT_API_KEY", "two words"],
    ["REDIS_URL", "http://bus"],
    ["REDIS_URL", "redis://me:p4/ss@bus"],
  ])("refuse %s=%s without repeating it", (name, value) => {
    const problems = problemsOf({ ...CLUSTER, [name]: value });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} (must|holds) `))]);
    expect(problems.join()).not.toContain(value);
  });

  it.each([
    ["MONGODB_URL", "mongodb://"],
    ["REDIS_URL", "redis://"],
  ])("refuse %s=%s, which names no host", (name, value) => {
    expect(problemsOf({ ...CLUSTER, [name]: value })).toHaveLength(1);
  });

  it.each(["-a", "a b", "a/b", "a:b", "x".repeat(65)])("refuse STORAGE_PREFIX=%s", (STORAGE_PREFIX) => {
    expect(problemsOf({ ...CLUSTER, STORAGE_PREFIX })).toEqual([
      `STORAGE_PREFIX must be up to 64 letters, digits, - and _, not "${STORAGE_PREFIX}".`,
    ]);
  });

  it("report a missing setting along with all wrong ones", () => {
    expect(problemsOf({ ...CLUSTER, JWT_SECRET: "", PORT: "x", REDIS_URL: "bus", GITHUB_CLIENT_ID: "id" })).toEqual([
      expect.stringMatching(/^PORT /),
      expect.stringMatching(/^REDIS_URL /),
      NEEDS_TRUST,
      expect.stringMatching(/^GITHUB_CLIENT_ID /),
    ]);
  });
});
