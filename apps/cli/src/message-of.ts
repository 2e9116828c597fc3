import { DomainError } from "@knote/api/errors";
import { ConfigError } from "@knote/config";
import { ExchangeError, FormatError } from "@knote/formats";
import { SyncError } from "@knote/sync";
import { CliError } from "./cli-error.ts";

/** Returns what to print for a failure: a sentence, or for an unexpected one its stack. */
export function messageOf(error: unknown): string {
  const isExpected = [CliError, ConfigError, ExchangeError, FormatError, SyncError].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && (isExpected || DomainError.is(error))) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
