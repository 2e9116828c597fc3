/** The paths of letting connectors in. */
export const OAUTH_PATHS = {
  resource: "/.well-known/oauth-protected-resource/mcp",
  /** For applications that look for the document of the whole host. */
  rootResource: "/.well-known/oauth-protected-resource",
  server: "/.well-known/oauth-authorization-server",
  authorize: "/oauth/authorize",
  consent: "/oauth/consent",
  token: "/oauth/token",
  revoke: "/oauth/revoke",
  /** The page of the dashboard that asks the owner. */
  page: "/connect",
} as const;
