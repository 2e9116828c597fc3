export interface SignInSearch {
  /** Where to go afterwards: a path of the dashboard. */
  readonly return_to?: string | undefined;
  /** Code of the reason why signing in failed. */
  readonly error?: string | undefined;
  readonly request_id?: string | undefined;
}

/** Reads the search parameters; ignores a `return_to` that leads to another host. */
export function readSignInSearch(search: Record<string, unknown>): SignInSearch {
  const text = (name: string) => (typeof search[name] === "string" ? search[name] : undefined);
  const returnTo = text("return_to");
  const own = returnTo !== undefined && /^\/(?![/\\])/.test(returnTo);
  return { return_to: own ? returnTo : undefined, error: text("error"), request_id: text("request_id") };
}
