/** Warns where nobody gave the engines a log. */
export function warnProcess(message: string, cause: unknown): void {
  process.emitWarning(message, { detail: String(cause) });
}
