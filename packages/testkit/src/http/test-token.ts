/** Signs the tokens of every test server. */
export const TEST_SECRET = "the token secret of the tests, known to all";

export interface TokenClaims {
  readonly name?: string;
  readonly scope?: string;
  /** Issued to the millisecond, as on the command line. */
  readonly exactly?: boolean;
  /** Negative for a token that has expired already. */
  readonly lifetimeSeconds?: number;
}
