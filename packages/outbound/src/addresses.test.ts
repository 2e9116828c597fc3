import fc from "fast-check";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { AROUND_IPV4, CLOSED_IPV4, CLOSED_IPV6, isMetadata, isPublic, OPEN_IPV6, plainAddress } from "./addresses.ts";

/** Returns the number of an address, and back. */
function numberOf(address: string): bigint {
  return ipaddr
    .parse(address)
    .toByteArray()
    .reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function addressOf(number: bigint, family: 4 | 6): string {
  const bytes = Array.from({ length: family === 4 ? 4 : 16 }, (_, at) => Number((number >> BigInt(8 * at)) & 255n));
  return ipaddr.fromByteArray(bytes.toReversed()).toString();
}

/** Returns the last address before a prefix, its first, its last and the next one. */
function edgesOf(prefix: string) {
  const [address = "", bits = ""] = prefix.split("/");
  const family = isIP(address) === 4 ? 4 : 6;
  const width = family === 4 ? 32n : 128n;
  const size = 1n << (width - BigInt(bits));
  const first = numberOf(address);
  const at = (number: bigint) => (number < 0n || number >> width !== 0n ? null : addressOf(number, family));
  return { before: at(first - 1n), first: at(first)!, last: at(first + size - 1n)!, after: at(first + size) };
}

const ALL_CLOSED = [...CLOSED_IPV4, ...CLOSED_IPV6];
const isInside = (address: string, prefix: string) => {
  const [number, range] = [ipaddr.parse(address), ipaddr.parseCIDR(prefix)];
  return number.kind() === range[0].kind() && number.match(range);
};
const isClosed = (address: string) => ALL_CLOSED.some((prefix) => isInside(address, prefix));

it.each(ALL_CLOSED)("nobody may call %s, from its first to its last address", (prefix) => {
  const { before, first, last, after } = edgesOf(prefix);
  expect([isPublic(first), isPublic(last)]).toEqual([false, false]);
  for (const neighbour of [before, after]) {
    if (neighbour === null) continue;
    const isOpen = isIP(neighbour) === 4 || OPEN_IPV6.some((open) => isInside(neighbour, open));
    expect([neighbour, isPublic(neighbour)]).toEqual([neighbour, isOpen && !isClosed(neighbour)]);
  }
});

it.each(OPEN_IPV6)("of IPv6 %s is open, and nothing beside it", (prefix) => {
  const { before, first, last, after } = edgesOf(prefix);
  expect([before, first, last, after].map((address) => isPublic(address!))).toEqual([false, true, true, false]);
});

it.each([
  "::",
  "::1",
  "fe80::1",
  "fec0::1",
  "fc00::1",
  "fd00:ec2::254",
  "ff02::1",
  "64:ff9b:1::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::FFFF:a9fe:a9fe",
  "0:0:0:0:0:ffff:10.0.0.1",
  "64:ff9b::127.0.0.1",
  "64:ff9b::a00:1",
  "64:ff9b::",
  "2002:7f00:1::",
  "2001:0:7f00:1::",
  "2606:4700::1%eth0",
  "fe80::1%lo",
  "127.1",
  "0x7f.0.0.1",
  "2130706433",
  "example.com",
  "",
])("%j is not public", (address) => {
  expect(isPublic(address)).toBe(false);
});

it.each(["1.1.1.1", "223.255.255.255", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"])(
  "%s is public",
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

it.each([
  ["::ffff:7f00:1", "127.0.0.1"],
  ["::ffff:0:0", "0.0.0.0"],
  ["64:ff9b::", "0.0.0.0"],
  ["64:ff9b::ffff:ffff", "255.255.255.255"],
  ["2001:DB8::1", "2001:db8:0:0:0:0:0:1"],
  ["::ffff:0:7f00:1", "0:0:0:0:ffff:0:7f00:1"],
  ["fe80::1%eth0", null],
])("%s means %s", (address, plain) => {
  expect(plainAddress(address)).toBe(plain);
});

it.each([
  ["169.254.169.254", true],
  ["::ffff:169.254.169.254", true],
  ["fd00:ec2::254", true],
  ["fd00:0ec2:0:0::254", true],
  ["169.254.169.253", false],
  ["10.0.0.1", false],
])("%s is a host that hands out credentials: %s", (address, is) => {
  expect(isMetadata(address)).toBe(is);
});

describe("beside a library that knows all registered ranges", () => {
  const ipv4 = fc.bigInt({ min: 0n, max: (1n << 32n) - 1n }).map((number) => addressOf(number, 4));
  const ipv6 = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }).map((number) => addressOf(number, 6));
  const near = fc
    .tuple(fc.constantFrom(...ALL_CLOSED, ...OPEN_IPV6, ...AROUND_IPV4), fc.bigInt({ min: -3n, max: 3n }), fc.boolean())
    .map(([prefix, step, isAtEnd]) => {
      const { first, last } = edgesOf(prefix);
      const family = isIP(first) === 4 ? 4 : 6;
      const number = numberOf(isAtEnd ? last : first) + step;
      return addressOf(number < 0n ? 0n : number, family);
    });
  const inOpenSpace = fc.bigInt({ min: 1n << 125n, max: (1n << 126n) - 1n }).map((number) => addressOf(number, 6));
  const around = fc.tuple(fc.constantFrom("::ffff:", "64:ff9b::"), ipv4).map(([prefix, address]) => prefix + address);

  it("passes nothing that it does not call unicast", () => {
    fc.assert(
      fc.property(fc.oneof(ipv4, ipv6, near, inOpenSpace, around), (address) => {
        if (!isPublic(address)) return;
        const range = ipaddr.parse(plainAddress(address)!).range();
        expect([address, range]).toEqual([address, "unicast"]);
      }),
      { numRuns: 5_000 },
    );
  });
});
