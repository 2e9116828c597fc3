/** The measurement cannot be done. The message is the one sentence that the user sees. */
export class EvalError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EvalError";
  }
}
