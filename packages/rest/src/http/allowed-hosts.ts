/**
 * Whether a request that names this host may pass. A page of another site that has its name resolve to
 * our address still names its own host. Only a browser can be led so, and browsers always name one.
 */
export function createHostCheck(allowed: readonly string[] | null): (host: string | undefined) => boolean {
  if (allowed === null) return () => true;
  const names = new Set(allowed.map((host) => hostName(host.toLowerCase())));
  return (host) => host === undefined || names.has(hostName(host.toLowerCase()));
}

/** Without the port; an IPv6 address keeps its brackets. */
function hostName(host: string): string {
  const port = host.lastIndexOf(":");
  return port > host.lastIndexOf("]") ? host.slice(0, port) : host;
}
