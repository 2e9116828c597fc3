import { updateWebhook } from "@knote/api";
import type { Config } from "@knote/config";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { withWebhooks } from "./with-webhooks.ts";

export function stopCommand(readConfig: () => Config): Command {
  return new Command("stop")
    .description("Stop a webhook, or all of all users: nothing is sent until it is started again.")
    .argument("[id]")
    .option("--all", "all webhooks of all users")
    .action((id: string | undefined, { all }: { readonly all?: boolean }) => stop(readConfig(), id, all === true));
}

export function startCommand(readConfig: () => Config): Command {
  return new Command("start")
    .description("Start a webhook that is stopped; what waits for it goes out.")
    .argument("<id>")
    .action((id: string) => start(readConfig(), id));
}

async function stop(config: Config, id: string | undefined, isForAll: boolean): Promise<void> {
  if ((id === undefined) !== isForAll) throw new CliError("Name one webhook, or all of them with --all.");
  const count = await withWebhooks(config, async ({ all, find, asUser }) => {
    const webhooks = id === undefined ? await Array.fromAsync(all()) : [await find(id)];
    const active = webhooks.filter(({ webhook }) => webhook.stopped === null);
    for (const { userId, webhook } of active)
      await updateWebhook(await asUser(userId), { id: webhook.id, active: false });
    return active.length;
  });
  process.stdout.write(isForAll ? `Stopped ${count}.\n` : count === 1 ? "Stopped.\n" : "It was stopped already.\n");
}

async function start(config: Config, id: string): Promise<void> {
  await withWebhooks(config, async ({ find, asUser }) => {
    const { userId } = await find(id);
    await updateWebhook(await asUser(userId), { id, active: true });
  });
  process.stdout.write("Started.\n");
}
