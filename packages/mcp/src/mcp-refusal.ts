/** A call that is refused with an HTTP status instead of an answer, because it never reached a procedure. */
export class McpRefusal extends Error {
  readonly status: number;
  /** The scope that the token lacks. */
  readonly scope: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    details: { readonly scope?: string; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = "McpRefusal";
    this.status = status;
    this.scope = details.scope;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
