import { describe, expect, it } from "vitest";
import { parseConfig } from "./parse-config.ts";
import { problemsOf } from "./testing/problems-of.ts";

const entriesOf = (text: string) => parseConfig({ WEBHOOK_ALLOW: text }).webhookAllow;
const network = (address: string, bits: number, port: number | null = null) => ({
  kind: "network",
  address,
  bits,
  port,
});
const name = (text: string, port: number | null = null) => ({ kind: "name", name: text, port });

describe("WEBHOOK_ALLOW", () => {
  it("allows nothing by default", () => {
    expect(parseConfig({}).webhookAllow).toEqual([]);
  });

  it("lists names, addresses and networks", () => {
    expect(entriesOf("localhost, hooks.lan:8080,10.1.0.0/16")).toEqual([
      name("localhost"),
      name("hooks.lan", 8_080),
      network("10.1.0.0", 16),
    ]);
  });

  it.each([
    ["Hooks.LAN.", name("hooks.lan")],
    ["bücher.example:65535", name("xn--bcher-kva.example", 65_535)],
    ["my_host", name("my_host")],
    ["192.168.1.5:1", network("192.168.1.5", 32, 1)],
    ["10.1.0.0/16:8080", network("10.1.0.0", 16, 8_080)],
    ["0.0.0.0/0", network("0.0.0.0", 0)],
    ["fd00::1", network("fd00::1", 128)],
    ["fd00::/8", network("fd00::", 8)],
    ["[fd00::1]:8080", network("fd00::1", 128, 8_080)],
    ["[fd00::/8]:8080", network("fd00::", 8, 8_080)],
    ["[::1]", network("::1", 128)],
  ])("reads %s", (text, entry) => {
    expect(entriesOf(text)).toEqual([entry]);
  });

  it.each([
    "10.1.0.0/33",
    "10.1.2.3/16",
    "10.1.0.0/",
    "10.1.0.0/8/8",
    "10.1/16",
    "fd00::/129",
    "fd00::1/64",
    "fe80::1%eth0",
    "::ffff:10.0.0.1",
    "64:ff9b::/96",
    "*.lan",
    "http://hooks.lan",
    "hooks.lan/path",
    "user@hooks.lan",
    "hooks.lan:",
    "hooks.lan:0",
    "hooks.lan:65536",
    "hooks.lan:080",
    "hooks.lan:http",
    "0x7f.1",
    "2130706433",
    "127.1",
    "[localhost]:80",
    ".",
  ])("refuses %s", (text) => {
    expect(problemsOf({ WEBHOOK_ALLOW: `localhost,${text}` })).toEqual([
      `WEBHOOK_ALLOW has "${text}", which is no host name, address or network with an optional port.`,
    ]);
  });
});
