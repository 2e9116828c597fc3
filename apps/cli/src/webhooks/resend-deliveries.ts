import { resendRange } from "@knote/api";
import type { Config } from "@knote/config";
import { ResendRangeInput } from "@knote/contract";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { withWebhooks } from "./with-webhooks.ts";

interface ResendOptions {
  readonly since: string;
  readonly until?: string;
  readonly all?: boolean;
}

export function resendCommand(readConfig: () => Config): Command {
  return new Command("resend")
    .description("Send what failed again, with the same ids and bodies.")
    .argument("<id>")
    .requiredOption("--since <time>", "from this time of the event on, ISO 8601")
    .option("--until <time>", "until before this time; now unless given")
    .option("--all", "also what was delivered")
    .action((id: string, options: ResendOptions) => resend(readConfig(), id, options));
}

async function resend(config: Config, id: string, { since, until, all }: ResendOptions): Promise<void> {
  const range = { since, until: until ?? new Date().toISOString(), result: all === true ? "all" : "failed" };
  const { data, error } = ResendRangeInput.safeParse(range);
  if (error) throw new CliError(error.issues.map(({ message }) => `--${message}`).join("\n"));
  const { resent } = await withWebhooks(config, async ({ find, asUser }) => {
    const { userId } = await find(id);
    return await resendRange(await asUser(userId), { id, ...data });
  });
  process.stdout.write(`${resent === 1 ? "1 delivery waits" : `${resent} deliveries wait`} again.\n`);
}
