import { isIPv6 } from "node:net";

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
/** Whoever has one IPv6 address has all of its first four groups: a limit on single ones would bind nobody. */
const OF_NETWORK = 4;

/** What one caller can be known by: the address, or of IPv6 the network that it is in. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail = ""] = address.split("%", 1)[0]!.split("::");
  const [first, last] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: GROUPS - first!.length - last!.length }, () => "0");
  const groups = [...first!, ...zeros, ...last!].slice(0, OF_NETWORK);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::`;
}
