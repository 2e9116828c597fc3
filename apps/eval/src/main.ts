import { DomainError } from "@knote/api";
import { ConfigError, loadConfig } from "@knote/config";
import { evalCommand } from "./eval-command.ts";
import { EvalError } from "./eval-error.ts";

try {
  await evalCommand(() => loadConfig(process.env, process.cwd()), process.env).parseAsync(process.argv);
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode ??= 1;
}

function explainError(error: unknown): string {
  const isExpected = error instanceof EvalError || error instanceof ConfigError || DomainError.is(error);
  if (isExpected) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
