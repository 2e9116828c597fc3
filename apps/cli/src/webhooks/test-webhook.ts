import { testWebhook } from "@knote/api";
import type { Config } from "@knote/config";
import { isAccepted, outcomeSentence } from "@knote/contract";
import { Command } from "commander";
import { withWebhooks } from "./with-webhooks.ts";

export function testCommand(readConfig: () => Config): Command {
  return new Command("test")
    .description("Send a made-up note to a webhook from here, and print what comes back.")
    .argument("<id>")
    .action((id: string) => test(readConfig(), id));
}

async function test(config: Config, id: string): Promise<void> {
  const attempt = await withWebhooks(config, async ({ find, asUser }) => {
    const { userId } = await find(id);
    return await testWebhook(await asUser(userId), { id });
  });
  process.stdout.write(`${outcomeSentence(attempt)} ${attempt.ms} ms\n`);
  if (!isAccepted(attempt)) process.exitCode = 1;
}
