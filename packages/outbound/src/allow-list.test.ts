import { parseConfig } from "@knote/config";
import { describe, expect, it } from "vitest";
import { createAllowList } from "./allow-list.ts";

const listOf = (text: string) => createAllowList(parseConfig({ WEBHOOK_ALLOW: text }).webhookAllow);
const list = listOf("localhost, hooks.lan:8080, 10.1.0.0/16, 192.168.1.5:9000, fd00:1::/32");

describe("a name", () => {
  it.each([
    ["127.0.0.1", "localhost", 80, true],
    ["10.9.9.9", "hooks.lan", 8_080, true],
    ["10.9.9.9", "hooks.lan", 8_081, false],
    ["10.9.9.9", "other.lan", 8_080, false],
    ["10.9.9.9", "hooks.lan.example.com", 8_080, false],
    ["169.254.169.254", "localhost", 80, false],
    ["::ffff:169.254.169.254", "localhost", 80, false],
    ["fd00:ec2::254", "localhost", 80, false],
    ["127.0.0.1%lo", "localhost", 80, false],
  ])("lets %s be called as %s:%i: %s", (address, host, port, is) => {
    expect(list.admits(address, host, port)).toBe(is);
  });
});

describe("a network", () => {
  it.each([
    ["10.1.0.0", true],
    ["10.1.255.255", true],
    ["::ffff:10.1.2.3", true],
    ["10.0.255.255", false],
    ["10.2.0.0", false],
    ["fd00:1:ffff:ffff:ffff:ffff:ffff:ffff", true],
    ["fd00:2::", false],
    ["192.168.1.5", false],
    ["93.184.216.34", true],
  ])("lets %s be called under any name: %s", (address, is) => {
    expect(list.admits(address, "any.example.com", 443)).toBe(is);
  });

  it("can be an address with a port", () => {
    expect(list.admits("192.168.1.5", "any.example.com", 9_000)).toBe(true);
    expect(list.admits("192.168.1.6", "any.example.com", 9_000)).toBe(false);
  });

  it("does not include a host that hands out credentials, unless it is that very address", () => {
    const linkLocal = listOf("169.254.0.0/16");
    expect(linkLocal.admits("169.254.1.1", "a.example.com", 443)).toBe(true);
    expect(linkLocal.admits("169.254.169.254", "a.example.com", 443)).toBe(false);
    const exact = listOf("169.254.169.254:80");
    expect(exact.admits("169.254.169.254", "a.example.com", 80)).toBe(true);
    expect(exact.admits("169.254.169.254", "a.example.com", 81)).toBe(false);
  });
});

it("names hosts, and addresses of their own, but no host within a network", () => {
  expect(list.names("localhost", 1)).toBe(true);
  expect(list.names("192.168.1.5", 9_000)).toBe(true);
  expect(list.names("10.1.2.3", 80)).toBe(false);
  expect(list.namesPort("hooks.lan", 8_080)).toBe(true);
  expect(list.namesPort("localhost", 8_080)).toBe(false);
});

it("is empty without entries", () => {
  const none = listOf("");
  expect(none.admits("127.0.0.1", "localhost", 443)).toBe(false);
  expect(none.names("localhost", 443)).toBe(false);
  expect(none.admits("1.1.1.1", "one.one.one.one", 443)).toBe(true);
});
