/** A service to measure. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  /** Signs the tokens of the users that are made for the measurement. */
  readonly secret: string;
  /** Whether it outlives the measurement, so that all that was stored has to be removed. */
  readonly keepsNotes: boolean;
}
