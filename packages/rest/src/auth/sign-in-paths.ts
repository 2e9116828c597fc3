/** Where browsers sign in. */
export const SIGN_IN_PATHS = {
  link: "/auth/local",
  provider: "/auth/github",
  callback: "/auth/github/callback",
} as const;

/** Returns where a browser goes to sign in with the code. Following the link uses nothing up: only its page does. */
export function signInLink(publicUrl: string, code: string): string {
  return `${publicUrl}${SIGN_IN_PATHS.link}?code=${code}`;
}

/** Returns where the provider sends browsers back to. */
export function providerCallback(publicUrl: string): string {
  return `${publicUrl}${SIGN_IN_PATHS.callback}`;
}
