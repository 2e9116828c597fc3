import { DomainError } from "@knote/api";
import { ConfigError, loadConfig, VERSION } from "@knote/config";
import { ExchangeError, FormatError } from "@knote/formats";
import { SyncError } from "@knote/sync";
import { Command } from "commander";
import { backupCommand } from "./backup.ts";
import { CliError } from "./cli-error.ts";
import { doctorCommand } from "./doctor/doctor.ts";
import { mcpCommand } from "./mcp/mcp-command.ts";
import { exportCommand } from "./export/export-command.ts";
import { importCommand } from "./import/import-command.ts";
import { migrateCommand } from "./migrate/migrate-command.ts";
import { openCommand } from "./open.ts";
import { reindexCommand } from "./reindex/reindex.ts";
import { restoreCommand } from "./restore.ts";
import { syncCommand } from "./sync/sync-command.ts";
import { tierCommand } from "./tier.ts";
import { tokenCommand } from "./token/token-command.ts";
import { webhooksCommand } from "./webhooks/webhooks-command.ts";

/** Runs the command that the arguments name. On failure prints a sentence and sets the exit code 1. */
export async function runCli(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const readConfig = () => loadConfig(environment, process.cwd());
  const context = { readConfig, environment };
  const program = new Command("knote")
    .description("Manages a Knote service: works on its data, even while the server runs.")
    .version(VERSION)
    // `knote token` and its subcommands have options of the same names.
    .enablePositionalOptions()
    .addCommand(openCommand(readConfig, environment))
    .addCommand(mcpCommand(readConfig, environment))
    .addCommand(tokenCommand(readConfig))
    .addCommand(tierCommand(readConfig))
    .addCommand(importCommand(context))
    .addCommand(exportCommand(context))
    .addCommand(syncCommand(context))
    .addCommand(webhooksCommand(readConfig))
    .addCommand(backupCommand(readConfig))
    .addCommand(restoreCommand(readConfig))
    .addCommand(migrateCommand(environment))
    .addCommand(reindexCommand(readConfig))
    .addCommand(doctorCommand(readConfig));
  try {
    await program.parseAsync(args);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode ??= 1;
  }
}

function messageOf(error: unknown): string {
  const isExpected = [CliError, ConfigError, ExchangeError, FormatError, SyncError].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && (isExpected || DomainError.is(error))) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
