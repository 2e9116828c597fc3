import type { Services, SignIn } from "@knote/api";
import {
  allowLogins,
  allowOwner,
  createGitHubSignIn,
  createSessions,
  createSignInCodes,
  type TokenTrust,
} from "@knote/auth";
import type { Config } from "@knote/config";
import { providerCallback } from "@knote/rest";

/** Creates the configured way to sign in with a browser; undefined when tokens come from elsewhere. */
export function createSignIn(parts: {
  readonly config: Config;
  readonly services: Pick<Services, "clock" | "storage">;
  readonly trust: TokenTrust;
  readonly publicUrl: string;
}): SignIn | undefined {
  const { config, services, trust, publicUrl } = parts;
  const { clock, storage } = services;
  if (config.signIn.kind === "external" || !("secret" in trust)) return undefined;
  const { secret } = trust;
  const common = { storage, clock, secret, defaultTier: config.defaultTier };
  if (config.signIn.kind === "local") {
    const sessions = createSessions({ ...common, isAllowed: allowOwner });
    return { mode: "local", sessions, codes: createSignInCodes(storage.sessions, clock) };
  }
  const { kind: _kind, allowedUsers, ...settings } = config.signIn;
  const isAllowed = allowLogins(allowedUsers);
  return {
    mode: "github",
    sessions: createSessions({ ...common, isAllowed }),
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
