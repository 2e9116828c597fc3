type Variables = Readonly<Record<string, string | undefined>>;

/** Returns problems of settings for connectors that are valid each but wrong together. */
export function connectorConflicts({ MCP_OAUTH, MCP_CLIENTS, PUBLIC_URL, JWT_JWKS_URL }: Variables): string[] {
  if (MCP_OAUTH !== "on") return MCP_CLIENTS ? ["MCP_CLIENTS is set without MCP_OAUTH=on."] : [];
  const address = PUBLIC_URL ? URL.parse(PUBLIC_URL) : null;
  const isOrigin = address?.protocol === "https:" && address.href === `${address.origin}/`;
  const problems: string[] = [];
  if (!isOrigin)
    problems.push("MCP_OAUTH needs an https address without a path in PUBLIC_URL: connectors call from elsewhere.");
  if (JWT_JWKS_URL)
    problems.push("MCP_OAUTH needs people who sign in here, and with JWT_JWKS_URL tokens come from elsewhere.");
  return problems;
}
