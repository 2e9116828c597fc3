import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "./parse-config.ts";
import { problemsOf } from "./testing/problems-of.ts";

const BUILT_IN = { kind: "built-in", model: undefined };

it("needs no setting", () => {
  expect(parseConfig({})).toEqual({
    host: "127.0.0.1",
    port: 8420,
    publicUrl: undefined,
    storage: { kind: "sqlite", dataDir: resolve("data") },
    tokens: { kind: "kept secret", dataDir: resolve("data") },
    signIn: { kind: "local" },
    connectors: null,
    defaultTier: "free",
    corsOrigins: [],
    webhookAllow: [],
    webhookAtOnce: 64,
    secrets: { kind: "kept key", dataDir: resolve("data") },
    bodyLimitBytes: 1_048_576,
    logLevel: "info",
    ssePingSeconds: 30,
    streamsPerUser: 64,
    trustProxy: false,
    metricsToken: undefined,
    models: { default: BUILT_IN, capable: BUILT_IN, embedding: BUILT_IN, modelsDir: resolve("data/models") },
  });
});

it("treats empty values as unset and ignores foreign variables", () => {
  expect(parseConfig({ PORT: "", HOST: " ", JWT_SECRET: "", KNOTE_COLOUR: "blue", PATH: "/bin" })).toEqual(
    parseConfig({}),
  );
});

it("reads every setting", () => {
  const secret = "x".repeat(32);
  const config = parseConfig({
    HOST: "0.0.0.0",
    PORT: "0",
    DATA_DIR: "/var/lib/knote",
    PUBLIC_URL: "https://notes.example.com/",
    JWT_SECRET: secret,
    DEFAULT_TIER: "pro",
    CORS_ORIGINS: "https://one.example.com, http://localhost:3000",
    BODY_LIMIT_BYTES: "2048",
    LOG_LEVEL: "debug",
    SSE_PING_SECONDS: "5",
    STREAMS_PER_USER: "7",
    WEBHOOK_AT_ONCE: "0",
    METRICS_TOKEN: "scrape",
  });
  expect(config).toMatchObject({
    host: "0.0.0.0",
    port: 0,
    publicUrl: "https://notes.example.com",
    storage: { kind: "sqlite", dataDir: resolve("/var/lib/knote") },
    tokens: { kind: "secret", secret },
    defaultTier: "pro",
    corsOrigins: ["https://one.example.com", "http://localhost:3000"],
    bodyLimitBytes: 2_048,
    logLevel: "debug",
    ssePingSeconds: 5,
    streamsPerUser: 7,
    webhookAtOnce: 0,
    metricsToken: "scrape",
  });
});

it("trusts a key set instead of a secret", () => {
  const url = "https://id.example.com/keys";
  expect(parseConfig({ JWT_JWKS_URL: url }).tokens).toEqual({ kind: "jwks", url });
});

it.each([
  ["true", true],
  ["false", false],
  ["1", 1],
  ["loopback, 10.0.0.0/8 ::1", "loopback,10.0.0.0/8,::1"],
])("trusts the proxies of TRUST_PROXY=%s", (text, trustProxy) => {
  expect(parseConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trustProxy);
});

describe("a wrong setting", () => {
  it.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["PORT", "0x50"],
    ["PORT", "http"],
    ["PUBLIC_URL", "notes.example.com"],
    ["PUBLIC_URL", "ftp://example.com"],
    ["JWT_JWKS_URL", "keys.json"],
    ["DEFAULT_TIER", "gold"],
    ["CORS_ORIGINS", "*"],
    ["CORS_ORIGINS", "https://example.com/path"],
    ["BODY_LIMIT_BYTES", "1MB"],
    ["LOG_LEVEL", "loud"],
    ["SSE_PING_SECONDS", "0"],
    ["STREAMS_PER_USER", "0"],
    ["WEBHOOK_AT_ONCE", "1025"],
    ["WEBHOOK_AT_ONCE", "-1"],
    ["TRUST_PROXY", "yes"],
    ["TRUST_PROXY", "10.0.0.0/33"],
  ])("%s=%s is named with its value", (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must `));
    expect(problems[0]).toContain(`"${value}"`);
  });

  it("JWT_SECRET is named without its value", () => {
    const [problem = ""] = problemsOf({ JWT_SECRET: "hunter2" });
    expect(problem).toBe("JWT_SECRET has 7 bytes; 32 or more are needed.");
    expect(problem).not.toContain("hunter2");
  });

  it.each(["two words", "tab\tbed", "line\nbreak", "nul\0", "Ünicode", "qu=oted", "a:b", "=first"])(
    "METRICS_TOKEN %j, which does not fit into a header, is named without its value",
    (token) => {
      const problems = problemsOf({ METRICS_TOKEN: token });
      expect(problems).toEqual([expect.stringMatching(/^METRICS_TOKEN can hold letters, digits and /)]);
      expect(problems.join()).not.toContain(token);
    },
  );

  it.each(["scrape", "0-._~+/9", "YQ=="])("is not METRICS_TOKEN %j, even between spaces", (token) => {
    expect(parseConfig({ METRICS_TOKEN: ` ${token}\n` }).metricsToken).toBe(token);
  });
});

it("refuses to trust tokens from two sources", () => {
  const problems = problemsOf({ JWT_SECRET: "x".repeat(32), JWT_JWKS_URL: "https://id.example.com/keys" });
  expect(problems).toEqual(["JWT_SECRET and JWT_JWKS_URL are both set: tokens are trusted from one of them."]);
});

it("names every problem at once", () => {
  const variables = { PORT: "x", LOG_LEVEL: "loud", JWT_SECRET: "short", MONGODB_URL: "mongodb://db" };
  expect(problemsOf(variables)).toHaveLength(4);
  expect(() => parseConfig(variables)).toThrow(
    /^4 settings are wrong:\n {2}PORT must .*\n {2}JWT_SECRET has .*\n {2}LOG_LEVEL must .*\n {2}MONGODB_URL is /,
  );
});
