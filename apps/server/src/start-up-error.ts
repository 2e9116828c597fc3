/** The server cannot start, and the message says why in a sentence that needs no stack. */
export class StartUpError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartUpError";
  }
}
