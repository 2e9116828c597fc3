/** The paths of signing in with a browser. */
export const SIGN_IN_PATHS = {
  link: "/auth/local",
  provider: "/auth/github",
  callback: "/auth/github/callback",
} as const;

/** Returns the link to sign in with the code. Following it does not use up the code: the page behind it does. */
export function signInLink(publicUrl: string, code: string): string {
  return `${publicUrl}${SIGN_IN_PATHS.link}?code=${code}`;
}

/** Returns the address that the provider sends browsers back to. */
export function providerCallback(publicUrl: string): string {
  return `${publicUrl}${SIGN_IN_PATHS.callback}`;
}
