/** A service to measure. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  /** Signs the tokens of the measurement's users. */
  readonly secret: string;
  /** Whether the service outlives the measurement, so that its notes have to be removed. */
  readonly keepsNotes: boolean;
}
