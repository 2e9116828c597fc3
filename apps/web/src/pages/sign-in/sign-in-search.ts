export interface SignInSearch {
  /** Where to go afterwards: a place of this page. */
  readonly return_to?: string | undefined;
  /** Why signing in failed. */
  readonly error?: string | undefined;
  readonly request_id?: string | undefined;
}

/** The search parameters of the page; a place elsewhere is nowhere to go to. */
export function readSignInSearch(search: Record<string, unknown>): SignInSearch {
  const text = (name: string) => (typeof search[name] === "string" ? search[name] : undefined);
  const returnTo = text("return_to");
  const own = returnTo !== undefined && /^\/(?![/\\])/.test(returnTo);
  return { return_to: own ? returnTo : undefined, error: text("error"), request_id: text("request_id") };
}
