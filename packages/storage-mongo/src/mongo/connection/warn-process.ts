/** Emits a process warning: the default when the engines are given no `warn`. */
export function warnProcess(message: string, cause: unknown): void {
  process.emitWarning(message, { detail: String(cause) });
}
