import type { Services } from "@knote/api";
import { allowLogins, allowOwner, createGitHubSignIn, createSessions, createSignInCodes } from "@knote/auth";
import type { FakeGitHub } from "../github/fake-github.ts";
import { TEST_SECRET } from "./test-token.ts";

export interface TestSignInOptions {
  readonly services: Services;
  /** Address to which the provider sends browsers back. */
  readonly callbackUrl: string;
  /** The provider; without it people sign in by one-time codes. */
  readonly github?: FakeGitHub | undefined;
  readonly allowedUsers?: readonly string[] | undefined;
}

/** Creates the sign-in of a test's HTTP app. */
export function testSignIn({ services, callbackUrl, github, allowedUsers = [] }: TestSignInOptions) {
  const { storage, clock } = services;
  const isAllowed = testIsAllowed({ github, allowedUsers });
  const sessions = createSessions({ storage, clock, secret: TEST_SECRET, defaultTier: "free", isAllowed });
  if (!github) return { mode: "local", sessions, codes: createSignInCodes(storage.sessions, clock) } as const;
  const provider = createGitHubSignIn({
    clientId: github.env["GITHUB_CLIENT_ID"]!,
    clientSecret: github.env["GITHUB_CLIENT_SECRET"]!,
    url: github.url,
    apiUrl: github.apiUrl,
    callbackUrl,
    isAllowed,
    secret: TEST_SECRET,
    clock,
    codes: storage.sessions,
  });
  return { mode: "github", sessions, github: provider } as const;
}

/** Returns who may have sessions and tokens. */
export function testIsAllowed({ github, allowedUsers = [] }: Pick<TestSignInOptions, "github" | "allowedUsers">) {
  return github ? allowLogins(allowedUsers) : allowOwner;
}
