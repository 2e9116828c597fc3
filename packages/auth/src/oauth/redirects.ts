const LOOPBACK_HOSTS = ["127.0.0.1", "[::1]", "localhost"];

/**
 * Returns whether an application may be returned to at this address: one of its own, to the letter. Programs on the
 * browser's machine listen at any free port, so the port of a loopback address does not count.
 */
export function isRegistered(address: string, ownAddresses: readonly string[]): boolean {
  const url = URL.parse(address);
  if (url === null || address.includes("#")) return false;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url))) return false;
  if (ownAddresses.includes(address)) return true;
  return isLoopback(url) && ownAddresses.some((own) => withoutPort(own) === withoutPort(address));
}

export function isLoopback(url: URL): boolean {
  return LOOPBACK_HOSTS.includes(url.hostname);
}

function withoutPort(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  url.port = "";
  return url.href;
}
