import { isIP, isIPv4 } from "node:net";

/** A host that the service may call although it is not public; a `port` of null means every port. */
export type AllowEntry =
  | { readonly kind: "name"; readonly name: string; readonly port: number | null }
  | { readonly kind: "network"; readonly address: string; readonly bits: number; readonly port: number | null };

const AROUND_IPV4 = ["::ffff:0:0", "64:ff9b::"];

/** Reads a name, an address or a network, each with an optional port: `hooks.lan:8080`, `10.1.0.0/16`, `[fd00::1]:443`. */
export function parseAllowEntry(text: string): AllowEntry | null {
  const { host, portText } = splitPort(text);
  const port = portText === undefined ? null : Number(portText);
  if (portText !== undefined && !(/^[1-9]\d{0,4}$/.test(portText) && Number(portText) <= 65_535)) return null;
  return parseNetwork(host, port) ?? parseName(host, port);
}

function splitPort(text: string): { host: string; portText: string | undefined } {
  const inBrackets = /^\[([^[\]]*:[^[\]]*)\](?::(.*))?$/.exec(text);
  if (inBrackets) return { host: inBrackets[1]!, portText: inBrackets[2] };
  // Without brackets, several colons are those of an IPv6 address.
  const [host = "", portText, ...others] = text.split(":");
  return others.length > 0 ? { host: text, portText: undefined } : { host, portText };
}

function parseNetwork(text: string, port: number | null): AllowEntry | null {
  const [address = "", bitsText, ...others] = text.split("/");
  const family = isIP(address);
  if (family === 0 || address.includes("%") || others.length > 0) return null;
  const width = family === 4 ? 32 : 128;
  const bits = bitsText === undefined ? width : /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : Infinity;
  if (bits > width || isAroundIPv4(address)) return null;
  // Bits behind the prefix tell of a slip: it is not clear which network is meant.
  if (/1/.test(bitsOf(address).slice(bits))) return null;
  return { kind: "network", address, bits, port };
}

function parseName(text: string, port: number | null): AllowEntry | null {
  const name = URL.parse(`https://${text}`)?.hostname.replace(/\.$/, "") ?? "";
  // A name such as 0x7f.1 is a number in disguise, which an address says better.
  const isName = isIP(name) === 0 && !name.startsWith("[") && /^[\p{L}\p{N}_.-]+$/u.test(text);
  return isName && name !== "" ? { kind: "name", name, port } : null;
}

/** Returns whether an IPv6 address stands for an IPv4 one, by which it is judged: an entry of its own would do nothing. */
function isAroundIPv4(address: string): boolean {
  return !isIPv4(address) && AROUND_IPV4.some((prefix) => bitsOf(address).startsWith(bitsOf(prefix).slice(0, 96)));
}

function bitsOf(address: string): string {
  if (isIPv4(address))
    return address
      .split(".")
      .map((part) => binary(Number(part), 8))
      .join("");
  // A URL writes every IPv6 address in groups of hexadecimal digits, with no IPv4 part.
  const [head = "", tail = ""] = new URL(`https://[${address}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail].map((text) => text.split(":").filter(Boolean)) as [string[], string[]];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => "0");
  return [...first, ...zeros, ...last].map((group) => binary(Number.parseInt(group, 16), 16)).join("");
}

function binary(number: number, width: number): string {
  return number.toString(2).padStart(width, "0");
}
