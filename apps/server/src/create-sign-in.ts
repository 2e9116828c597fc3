import type { Services, SignIn } from "@knote/api";
import { createGitHubSignIn, createSessions, createSignInCodes, type IsAllowed, type TokenTrust } from "@knote/auth";
import type { Config } from "@knote/config";
import { providerCallback } from "@knote/rest";

/** Creates the configured way to sign in with a browser; undefined when tokens come from elsewhere. */
export function createSignIn(parts: {
  readonly config: Config;
  readonly services: Pick<Services, "clock" | "storage">;
  readonly trust: TokenTrust;
  readonly publicUrl: string;
  readonly isAllowed: IsAllowed;
}): SignIn | undefined {
  const { config, services, trust, publicUrl, isAllowed } = parts;
  const { clock, storage } = services;
  if (config.signIn.kind === "external" || !("secret" in trust)) return undefined;
  const { secret } = trust;
  const sessions = createSessions({ storage, clock, secret, defaultTier: config.defaultTier, isAllowed });
  if (config.signIn.kind === "local")
    return { mode: "local", sessions, codes: createSignInCodes(storage.sessions, clock) };
  const { kind: _kind, allowedUsers: _users, ...settings } = config.signIn;
  return {
    mode: "github",
    sessions,
    github: createGitHubSignIn({
      ...settings,
      isAllowed,
      callbackUrl: providerCallback(publicUrl),
      secret,
      clock,
      codes: storage.sessions,
    }),
  };
}
