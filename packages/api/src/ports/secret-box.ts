/** What a sealed secret belongs to: it opens for nothing else. */
export interface SecretOwner {
  readonly userId: string;
  readonly webhookId: string;
}

/** Seals secrets that must be read again, so that nobody who reads the store alone can use them. */
export interface SecretBox {
  seal(secret: string, owner: SecretOwner): string;
  /** Returns null when the secret was sealed for another owner, with a key that is not known any more, or changed. */
  open(sealed: string, owner: SecretOwner): string | null;
  /** Returns whether the newest key sealed the secret; any other should be sealed anew when it is next written. */
  isCurrent(sealed: string): boolean;
}
