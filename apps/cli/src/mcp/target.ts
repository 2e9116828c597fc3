/** A server, and a token that it takes. */
export interface Target {
  readonly url: string;
  readonly token: string;
}

/** Where requests go. */
export interface Targets {
  /** Returns the server, and starts one if that is how it is found. Rejects with a `CliError` when there is none. */
  find(): Promise<Target>;
  /** The server did not answer, or refused the token: the next `find` looks again. */
  forget(target: Target): void;
  close(): Promise<void>;
}

/** Returns the one server that the settings name. */
export function namedTarget(target: Target): Targets {
  return { find: async () => target, forget() {}, close: async () => {} };
}
