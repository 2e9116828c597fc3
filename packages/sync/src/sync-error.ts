/** A sync that cannot begin or go on; the message is a sentence for people. */
export class SyncError extends Error {
  override readonly name = "SyncError";
}
