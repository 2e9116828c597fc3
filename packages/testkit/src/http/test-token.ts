/** Signs the tokens of every test server. */
export const TEST_SECRET = "the token secret of the tests, known to all";

export interface TokenClaims {
  readonly name?: string;
  readonly scope?: string;
  /** Issue time in milliseconds, as on the command line. */
  readonly exactly?: boolean;
  /** Negative for an expired token. */
  readonly lifetimeSeconds?: number;
}
