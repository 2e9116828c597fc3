/** A failure of a command. The message is a sentence for the user, printed without a stack. */
export class CliError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CliError";
  }
}
