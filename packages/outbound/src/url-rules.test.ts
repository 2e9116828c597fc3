import { parseConfig } from "@knote/config";
import { describe, expect, it } from "vitest";
import { createAllowList } from "./allow-list.ts";
import { createUrlRules } from "./url-rules.ts";

const NO_ADDRESS = "url must be an address such as https://example.com/hooks/knote.";
const HTTP = "url must begin with https://; http is for hosts that WEBHOOK_ALLOW names.";
const CREDENTIALS = "url must hold no user name, password or fragment.";
const PORT = "url must use port 80, 443 or one from 1024 on.";
const NOT_PUBLIC = "url must lead to a public address; the operator can allow others with WEBHOOK_ALLOW.";

const problemOf = createUrlRules(createAllowList([]));

it.each([
  "https://example.com/hooks/knote",
  "https://example.com",
  "https://example.com.:8443/a?b=c",
  "https://example.com:1024/",
  "https://example.com:80/",
  "https://bücher.example/",
  "https://1.1.1.1/",
  "https://[2606:4700::1111]/",
])("%s can be called", (url) => {
  expect(problemOf(url)).toBeNull();
});

it.each([
  ["", NO_ADDRESS],
  ["example.com", NO_ADDRESS],
  ["ftp://example.com", NO_ADDRESS],
  ["javascript:alert(1)", NO_ADDRESS],
  ["file:///etc/passwd", NO_ADDRESS],
  ["https://", NO_ADDRESS],
  ["https://[fe80::1%25eth0]/", NO_ADDRESS],
  ["http://example.com/", HTTP],
  ["http://127.0.0.1/", HTTP],
  ["https://user@example.com/", CREDENTIALS],
  ["https://user:password@example.com/", CREDENTIALS],
  ["https://example.com/#part", CREDENTIALS],
  ["https://example.com/#", CREDENTIALS],
  ["https://example.com:1/", PORT],
  ["https://example.com:22/", PORT],
  ["https://example.com:1023/", PORT],
  ["https://localhost/", NOT_PUBLIC],
  ["https://LOCALHOST/", NOT_PUBLIC],
  ["https://localhost./", NOT_PUBLIC],
  ["https://a.localhost/", NOT_PUBLIC],
  ["https://printer.local/", NOT_PUBLIC],
  ["https://metadata.google.internal./", NOT_PUBLIC],
  ["https://intranet/", NOT_PUBLIC],
  ["https://127.0.0.1/", NOT_PUBLIC],
  ["https://127.1/", NOT_PUBLIC],
  ["https://2130706433/", NOT_PUBLIC],
  ["https://0x7f.1/", NOT_PUBLIC],
  ["https://0177.0.0.1/", NOT_PUBLIC],
  ["https://①②⑦.0.0.1/", NOT_PUBLIC],
  ["https://169.254.169.254/latest/meta-data", NOT_PUBLIC],
  ["https://[::1]/", NOT_PUBLIC],
  ["https://[::ffff:127.0.0.1]/", NOT_PUBLIC],
  ["https://[fd00:ec2::254]/", NOT_PUBLIC],
])("%j cannot: %s", (url, problem) => {
  expect(problemOf(url)).toBe(problem);
});

it("takes 2,000 characters and no more", () => {
  const start = "https://example.com/";
  expect(problemOf(start.padEnd(2_000, "a"))).toBeNull();
  expect(problemOf(start.padEnd(2_001, "a"))).toBe("url must have at most 2,000 characters.");
  // Characters are code points.
  expect(problemOf(start + "🦉".repeat(1_980))).toBeNull();
  expect(problemOf(start + "🦉".repeat(1_981))).toBe("url must have at most 2,000 characters.");
});

describe("what the operator allows", () => {
  const entries = parseConfig({ WEBHOOK_ALLOW: "localhost, hooks.lan:81, 10.0.0.5, 10.1.0.0/16" }).webhookAllow;
  const allowing = createUrlRules(createAllowList(entries));

  it.each([
    ["http://localhost:3000/", null],
    ["https://localhost/", null],
    ["http://hooks.lan:81/", null],
    ["http://10.0.0.5/", null],
    ["https://10.1.2.3/", null],
    ["http://10.1.2.3/", HTTP],
    ["http://hooks.lan:82/", HTTP],
    ["https://hooks.lan:82/", PORT],
    ["https://localhost:81/", PORT],
    ["http://a.localhost/", HTTP],
    ["https://10.2.0.1/", NOT_PUBLIC],
    ["http://user@localhost/", CREDENTIALS],
  ])("%s: %s", (url, problem) => {
    expect(allowing(url)).toBe(problem);
  });
});
