import type { Config } from "@knote/config";
import { Command } from "commander";
import { listCommand } from "./list-webhooks.ts";
import { logCommand } from "./log-of-webhook.ts";
import { resendCommand } from "./resend-deliveries.ts";
import { startCommand, stopCommand } from "./stop-and-start.ts";
import { testCommand } from "./test-webhook.ts";

/** For the operator: ids are of any user's webhooks. */
export function webhooksCommand(readConfig: () => Config): Command {
  return new Command("webhooks")
    .description("List, test, stop and start webhooks of all users, send deliveries again and read their log.")
    .addCommand(listCommand(readConfig))
    .addCommand(testCommand(readConfig))
    .addCommand(stopCommand(readConfig))
    .addCommand(startCommand(readConfig))
    .addCommand(resendCommand(readConfig))
    .addCommand(logCommand(readConfig));
}
