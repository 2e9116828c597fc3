/** Tokens that count no more: all of a user, or those of one session. */
export interface TokenCut {
  readonly userId: string;
  /** Null: all of the user. */
  readonly sessionId: string | null;
}

/** What a process does when tokens were cut, here or at another process. */
export interface CutListener {
  /** Resolves once nothing that such a token began writes any more. */
  onCut(cut: TokenCut): Promise<void>;
  /** Cuts may have been missed: what began until now has to look for itself. */
  onMissed(): void;
}

/** Brings cuts to all processes that share a storage. */
export interface SignOutChannel {
  listen(listener: CutListener): void;
  /** Whether cuts of other processes come at this moment. */
  hears(): boolean;
  /**
   * Tells the other processes, and resolves once each that hears has done as `CutListener.onCut` says, or after some
   * seconds: one that stands still holds up nobody's sign-out.
   */
  announce(cut: TokenCut): Promise<void>;
}
