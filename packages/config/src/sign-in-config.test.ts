import { describe, expect, it } from "vitest";
import { parseConfig } from "./parse-config.ts";
import { problemsOf } from "./testing/problems-of.ts";

const CLIENT = { GITHUB_CLIENT_ID: "Iv1.abc", GITHUB_CLIENT_SECRET: "s3cret" };
const ENTERPRISE = { GITHUB_URL: "https://git.example.com/", GITHUB_API_URL: "https://git.example.com/api/v3" };

it("signs in by a link by default, and not at all when tokens come from elsewhere", () => {
  expect(parseConfig({}).signIn).toEqual({ kind: "local" });
  expect(parseConfig({ JWT_JWKS_URL: "https://id.example.com/keys" }).signIn).toEqual({ kind: "external" });
});

it("signs in with GitHub, or with an Enterprise server", () => {
  const github = { kind: "github", clientId: "Iv1.abc", clientSecret: "s3cret" };
  expect(parseConfig(CLIENT).signIn).toEqual({
    ...github,
    url: "https://github.com",
    apiUrl: "https://api.github.com",
    allowedUsers: [],
  });
  expect(parseConfig({ ...CLIENT, ...ENTERPRISE, ALLOWED_USERS: "Ada, grace_corp,alan-t" }).signIn).toEqual({
    ...github,
    url: "https://git.example.com",
    apiUrl: "https://git.example.com/api/v3",
    allowedUsers: ["Ada", "grace_corp", "alan-t"],
  });
});

it("needs an address to which people are sent back", () => {
  expect(problemsOf({ ...CLIENT, HOST: "0.0.0.0" })).toEqual([
    "PUBLIC_URL is needed to sign in with GitHub, which sends people back there.",
  ]);
  expect(problemsOf({ ...CLIENT, HOST: "0.0.0.0", PUBLIC_URL: "https://notes.example.com/" })).toEqual([]);
  expect(problemsOf({ ...CLIENT, HOST: "localhost" })).toEqual([]);
});

describe("half a sign-in", () => {
  it.each([
    [{ GITHUB_CLIENT_ID: "a" }, "GITHUB_CLIENT_ID is set without GITHUB_CLIENT_SECRET."],
    [{ GITHUB_CLIENT_SECRET: "a" }, "GITHUB_CLIENT_SECRET is set without GITHUB_CLIENT_ID."],
    [{ ALLOWED_USERS: "ada" }, "ALLOWED_USERS is set without GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET."],
    [
      { ...CLIENT, GITHUB_URL: "https://git.example.com" },
      "GITHUB_URL is set without GITHUB_API_URL: an Enterprise server has both.",
    ],
    [
      { ...CLIENT, GITHUB_API_URL: "https://git.example.com/api/v3" },
      "GITHUB_API_URL is set without GITHUB_URL: an Enterprise server has both.",
    ],
    [
      { ...CLIENT, JWT_JWKS_URL: "https://id.example.com/keys" },
      "GITHUB_CLIENT_ID and JWT_JWKS_URL are both set: tokens come from sign-in here, or from elsewhere.",
    ],
    [
      { ...CLIENT, PUBLIC_URL: "https://example.com/notes" },
      'PUBLIC_URL must be an address without a path to sign in with GitHub, not "https://example.com/notes".',
    ],
  ])("%o is refused", (variables, problem) => {
    expect(problemsOf(variables)).toEqual([problem]);
  });

  it("is reported all at once, and without the secret", () => {
    const problems = problemsOf({
      GITHUB_CLIENT_SECRET: "hunter2",
      GITHUB_URL: "http://git.example.com",
      ALLOWED_USERS: "ada <ada@example.com>",
      HOST: "0.0.0.0",
    });
    expect(problems).toEqual([
      "GITHUB_URL must be an https address without a password; http is for this machine alone.",
      'ALLOWED_USERS must list GitHub logins with commas between, not "ada <ada@example.com>".',
      "GITHUB_CLIENT_SECRET is set without GITHUB_CLIENT_ID.",
      "GITHUB_URL is set without GITHUB_API_URL: an Enterprise server has both.",
      "PUBLIC_URL is needed to sign in with GitHub, which sends people back there.",
    ]);
    expect(problems.join()).not.toContain("hunter2");
  });
});

it.each(["git.example.com", "ftp://git.example.com", "https://me:pass@git.example.com", "http://10.0.0.1"])(
  "sends no secret to %s",
  (url) => expect(problemsOf({ ...CLIENT, GITHUB_URL: url, GITHUB_API_URL: "http://127.0.0.1:9" })).toHaveLength(1),
);
