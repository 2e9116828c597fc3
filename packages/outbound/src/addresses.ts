import { BlockList, isIP } from "node:net";

/** Of IPv4 all but these is public. 168.63.129.16 is a host of Azure's own in public space. */
export const CLOSED_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
] as const;

/** Of IPv6 only these are public, */
export const OPEN_IPV6 = ["2000::/3"] as const;
/** and of those, not these. */
export const CLOSED_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"] as const;

/** IPv6 addresses whose last 32 bits are the IPv4 address that is called in the end. */
export const AROUND_IPV4 = ["::ffff:0.0.0.0/96", "64:ff9b::/96"] as const;

/** Hosts that hand out a machine's credentials in clouds: a network or a name that is allowed does not include them. */
const METADATA = [
  "100.100.100.200",
  "168.63.129.16",
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "192.0.0.192",
  "fd00:ec2::23",
  "fd00:ec2::254",
  "fd20:ce::254",
] as const;

const closedIPv4 = blockList(CLOSED_IPV4);
const openIPv6 = blockList(OPEN_IPV6);
const closedIPv6 = blockList(CLOSED_IPV6);
const aroundIPv4 = blockList(AROUND_IPV4.slice(1));
const metadata = blockList(METADATA.map((address) => `${address}/${isIP(address) === 4 ? 32 : 128}`));

/** Returns whether the address belongs to everybody's internet: no local network, no special use. */
export function isPublic(address: string): boolean {
  const plain = plainAddress(address);
  if (plain === null) return false;
  if (isIP(plain) === 4) return !closedIPv4.check(plain, "ipv4");
  return openIPv6.check(plain, "ipv6") && !closedIPv6.check(plain, "ipv6");
}

export function isMetadata(address: string): boolean {
  const plain = plainAddress(address);
  return plain !== null && metadata.check(plain, familyOf(plain));
}

/** Returns whether the list holds the address; an IPv6 address around an IPv4 one is judged by that. */
export function includesAddress(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  return plain !== null && list.check(plain, familyOf(plain));
}

/** Returns a list with the prefixes, each `<address>/<bits>`. */
export function blockList(prefixes: readonly string[]): BlockList {
  const list = new BlockList();
  for (const prefix of prefixes) {
    const [address = "", bits = ""] = prefix.split("/");
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** Returns the address that is called in the end, in one spelling; null for what is none, a zone id included. */
export function plainAddress(address: string): string | null {
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6 || address.includes("%")) return null;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped && !aroundIPv4.check(address, "ipv6")) return groups.map((group) => group.toString(16)).join(":");
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

/** Returns the eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // A URL writes every IPv6 address in groups of hexadecimal digits, with no IPv4 part.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const numbers = (text = "") => text.split(":").flatMap((group) => (group === "" ? [] : [Number.parseInt(group, 16)]));
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}
