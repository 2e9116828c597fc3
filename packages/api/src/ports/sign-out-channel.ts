/** Tokens that were revoked: all of a user, those of one session, or one stored token. */
export interface TokenCut {
  readonly userId: string;
  /** The id of the session or of the stored token; null means all tokens of the user. */
  readonly sessionId: string | null;
}

/** How a process reacts when tokens were revoked, by itself or by another process. */
export interface CutListener {
  /** Resolves once no work that such a token started can write any more. */
  onCut(tokenCut: TokenCut): Promise<void>;
  /** Cuts may have been missed: work that began before now must check its token itself. */
  onMissed(): void;
}

/** Sends cuts to all processes that share a storage. */
export interface SignOutChannel {
  listen(listener: CutListener): void;
  /** Whether cuts of other processes arrive at this moment. */
  isConnected(): boolean;
  /**
   * Sends the cut to the other processes. Resolves once `CutListener.onCut` of each connected one has resolved, or
   * after some seconds, so that a hanging process delays nobody's sign-out for long.
   */
  announce(tokenCut: TokenCut): Promise<void>;
}
