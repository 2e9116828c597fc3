/** Says in a sentence why the server cannot start, so that no stack is needed. */
export class StartUpError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartUpError";
  }
}
