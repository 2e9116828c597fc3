import { describe, expect, it } from "vitest";
import { type AllowEntry, createAllowList } from "./allow-list.ts";
import { resolveHost } from "./resolve.ts";
import { openNameServer, type Zone } from "./testing/open-name-server.ts";

async function setUp(zone: Zone, fields: { silent?: string[]; allow?: AllowEntry[]; queryMs?: number } = {}) {
  const { silent = [], allow = [], queryMs = 60_000 } = fields;
  const server = await openNameServer(zone, silent);
  const options = { allowList: createAllowList(allow), nameServers: [server.address], queryMs };
  return {
    questions: server.questions,
    addressesOf: async (host: string, port = 443) =>
      (await resolveHost(host, port, options)).map(({ address }) => address).sort(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

it("finds addresses of both kinds", async () => {
  await using dns = await setUp({ "a.example.com": [["1.1.1.1", "1.0.0.1", "2606:4700:0:0:0:0:0:1111"]] });
  expect(await dns.addressesOf("a.example.com")).toEqual(["1.0.0.1", "1.1.1.1", "2606:4700::1111"]);
});

it.each([
  ["an IPv4 address", ["1.1.1.1"], ["1.1.1.1"]],
  ["an IPv6 address", ["2606:4700:0:0:0:0:0:1111"], ["2606:4700::1111"]],
])("is content with %s", async (_, list, addresses) => {
  await using dns = await setUp({ "a.example.com": [list] });
  expect(await dns.addressesOf("a.example.com")).toEqual(addresses);
});

it.each([
  ["a private address", ["10.0.0.1"]],
  ["the loopback", ["127.0.0.1"]],
  ["a host that hands out credentials", ["169.254.169.254"]],
  ["a public and a private address", ["1.1.1.1", "10.0.0.1"]],
  ["a public address and the loopback of IPv6", ["1.1.1.1", "0:0:0:0:0:0:0:1"]],
  ["a private IPv4 address within an IPv6 one", ["0:0:0:0:0:ffff:7f00:1"]],
  ["a private IPv4 address behind NAT64", ["64:ff9b:0:0:0:0:a00:1"]],
  ["a unique local address", ["fd00:ec2:0:0:0:0:0:254"]],
  ["a link-local address", ["fe80:0:0:0:0:0:0:1"]],
])("blocks a name that leads to %s", async (_, list) => {
  await using dns = await setUp({ "a.example.com": [list] });
  await expect(dns.addressesOf("a.example.com")).rejects.toMatchObject({ failure: "blocked" });
});

it("asks again each time, and blocks a name that was public before", async () => {
  await using dns = await setUp({ "rebind.example.com": [["1.1.1.1"], ["127.0.0.1"]] });
  expect(await dns.addressesOf("rebind.example.com")).toEqual(["1.1.1.1"]);
  await expect(dns.addressesOf("rebind.example.com")).rejects.toMatchObject({ failure: "blocked" });
  expect(dns.questions("rebind.example.com")).toBe(2);
});

it.each(["unknown.example.com", "empty.example.com"])("does not find %s", async (name) => {
  await using dns = await setUp({ "empty.example.com": [[]] });
  await expect(dns.addressesOf(name)).rejects.toMatchObject({ failure: "name" });
});

it("waits for a silent name server for a time only", async () => {
  await using dns = await setUp({}, { silent: ["slow.example.com"], queryMs: 20 });
  await expect(dns.addressesOf("slow.example.com")).rejects.toMatchObject({ failure: "timeout" });
});

it("uses the addresses it has when a name server answers one question of two", async () => {
  await using dns = await setUp({ "a.example.com": [["1.1.1.1"]] }, { silent: ["a.example.com AAAA"], queryMs: 1_000 });
  expect(await dns.addressesOf("a.example.com")).toEqual(["1.1.1.1"]);
});

describe("a name that the operator allows", () => {
  const allow: AllowEntry[] = [{ kind: "name", name: "localhost", port: 3_000 }];

  it("is looked up by the system, and may be private", async () => {
    await using dns = await setUp({ localhost: [["1.1.1.1"]] }, { allow });
    const addresses = await dns.addressesOf("localhost", 3_000);
    expect(addresses).not.toContain("1.1.1.1");
    expect(addresses.every((address) => address === "127.0.0.1" || address === "::1")).toBe(true);
    expect(dns.questions("localhost")).toBe(0);
  });

  it("is an ordinary name at another port", async () => {
    await using dns = await setUp({ localhost: [["127.0.0.1"]] }, { allow });
    await expect(dns.addressesOf("localhost", 3_001)).rejects.toMatchObject({ failure: "blocked" });
    expect(dns.questions("localhost")).toBe(1);
  });
});

describe("a number", () => {
  it.each(["1.1.1.1", "2606:4700::1111"])("such as %s needs no name server", async (host) => {
    await using dns = await setUp({});
    expect(await dns.addressesOf(host)).toEqual([host]);
    expect(dns.questions(host)).toBe(0);
  });

  it.each(["127.0.0.1", "::1"])("such as %s is blocked", async (host) => {
    await using dns = await setUp({});
    await expect(dns.addressesOf(host)).rejects.toMatchObject({ failure: "blocked" });
  });
});
