import { isIPv6 } from "node:net";

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
/** A customer usually gets all IPv6 addresses under four groups (/64): a limit on single ones would be useless. */
const NETWORK_GROUPS = 4;

/** Returns what identifies a caller: the IPv4 address, or the network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mappedAddress = MAPPED_IPV4.exec(address)?.[1];
  if (mappedAddress !== undefined) return mappedAddress;
  const [head = "", tail = ""] = address.split("%", 1)[0]!.split("::");
  const [first, last] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: GROUPS - first!.length - last!.length }, () => "0");
  const groups = [...first!, ...zeros, ...last!].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::`;
}
