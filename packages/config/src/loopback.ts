import { isIPv4 } from "node:net";

/** Returns whether only this machine can reach the host name or address. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}
