/** The measurement cannot be done; the message is the one sentence that its caller reads. */
export class EvalError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EvalError";
  }
}
