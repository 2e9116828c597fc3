/**
 * Returns a check of the `Host` header, against DNS rebinding: a page of another site whose name resolves to our
 * address still sends its own host. A request without the header passes: browsers always send it.
 */
export function createHostCheck(allowedHosts: readonly string[] | null): (host: string | undefined) => boolean {
  if (allowedHosts === null) return () => true;
  const names = new Set(allowedHosts.map((host) => hostName(host.toLowerCase())));
  return (host) => host === undefined || names.has(hostName(host.toLowerCase()));
}

/** Removes the port; an IPv6 address keeps its brackets. */
function hostName(host: string): string {
  const port = host.lastIndexOf(":");
  return port > host.lastIndexOf("]") ? host.slice(0, port) : host;
}
