/** The command cannot do its work; the message is the one sentence that its caller reads. */
export class CliError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CliError";
  }
}
