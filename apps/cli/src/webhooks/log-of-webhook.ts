import type { Config } from "@knote/config";
import { type Attempt, type Delivery, outcomeSentence } from "@knote/contract";
import { Command } from "commander";
import { withWebhooks } from "./with-webhooks.ts";

const MOST_SHOWN = 50;

export function logCommand(readConfig: () => Config): Command {
  return new Command("log")
    .description(`Print the last ${MOST_SHOWN} deliveries of a webhook, newest first, with their last attempts.`)
    .argument("<id>")
    .action((id: string) => printLog(readConfig(), id));
}

async function printLog(config: Config, id: string): Promise<void> {
  const lines = await withWebhooks(config, async ({ storage, find }) => {
    const { userId } = await find(id);
    const { deliveries } = await storage.webhooks.deliveries(userId, id, {}, { limit: MOST_SHOWN });
    return await Promise.all(
      deliveries.map(async (delivery) => {
        const detail = await storage.webhooks.delivery(userId, id, delivery.id);
        return lineOf(delivery, detail?.log[0]);
      }),
    );
  });
  if (lines.length === 0) process.stderr.write("Nothing was sent in the last 14 days, and nothing waits.\n");
  else process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

function lineOf({ id, event, timestamp, result, attempts, next_attempt_at }: Delivery, last?: Attempt): string {
  const next = next_attempt_at === null ? "" : `  next ${next_attempt_at}`;
  const what = last ? `  ${outcomeSentence(last)}` : "";
  return `${timestamp}  ${id}  ${event}  ${result}  ${attempts} ${attempts === 1 ? "attempt" : "attempts"}${next}${what}`;
}
