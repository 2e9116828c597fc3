import { loadConfig, VERSION } from "@knote/config";
import { Command } from "commander";
import type { CommandContext } from "./service-client.ts";

/** The commands, in the order of the help. Each is loaded only when it runs: a sync needs no engine and no model. */
const COMMANDS: Readonly<Record<string, (context: CommandContext) => Promise<Command>>> = {
  open: async ({ readConfig, environment }) => (await import("./open.ts")).openCommand(readConfig, environment),
  mcp: async ({ readConfig, environment }) =>
    (await import("./mcp/mcp-command.ts")).mcpCommand(readConfig, environment),
  token: async ({ readConfig }) => (await import("./token/token-command.ts")).tokenCommand(readConfig),
  tier: async ({ readConfig }) => (await import("./tier.ts")).tierCommand(readConfig),
  import: async (context) => (await import("./import/import-command.ts")).importCommand(context),
  export: async (context) => (await import("./export/export-command.ts")).exportCommand(context),
  sync: async (context) => (await import("./sync/sync-command.ts")).syncCommand(context),
  webhooks: async ({ readConfig }) => (await import("./webhooks/webhooks-command.ts")).webhooksCommand(readConfig),
  backup: async ({ readConfig }) => (await import("./backup.ts")).backupCommand(readConfig),
  restore: async ({ readConfig }) => (await import("./restore.ts")).restoreCommand(readConfig),
  migrate: async ({ environment }) => (await import("./migrate/migrate-command.ts")).migrateCommand(environment),
  reindex: async ({ readConfig }) => (await import("./reindex/reindex.ts")).reindexCommand(readConfig),
  doctor: async ({ readConfig }) => (await import("./doctor/doctor.ts")).doctorCommand(readConfig),
};

/** Runs the command that the arguments name. On failure prints a sentence and sets the exit code 1. */
export async function runCli(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const readConfig = () => loadConfig(environment, process.cwd());
  const context = { readConfig, environment };
  const program = new Command("knote")
    .description("Manages a Knote service: works on its data, even while the server runs.")
    .version(VERSION)
    // `knote token` and its subcommands have options of the same names.
    .enablePositionalOptions();
  // Without the name of a command, the help lists them all.
  const name = args[2] ?? "";
  for (const load of Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS))
    program.addCommand(await load(context));
  try {
    await program.parseAsync(args);
  } catch (error) {
    // It knows the errors of every package: a command that succeeds loads only its own.
    const { messageOf } = await import("./message-of.ts");
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode ??= 1;
  }
}
