import type { OwnedWebhook } from "@knote/api";
import type { Config } from "@knote/config";
import { Command } from "commander";
import { assertUser } from "../token/assert-options.ts";
import { withWebhooks } from "./with-webhooks.ts";

interface ListOptions {
  readonly sub?: string;
  readonly json?: boolean;
}

export function listCommand(readConfig: () => Config): Command {
  return new Command("list")
    .description("List webhooks of all users, oldest first; hosts only, as paths can hold secrets.")
    .option("--sub <user>", "only those of this user")
    .option("--json", "print JSON, with whole addresses")
    .action((options: ListOptions) => listWebhooks(readConfig(), options));
}

async function listWebhooks(config: Config, { sub, json }: ListOptions): Promise<void> {
  if (sub !== undefined) assertUser(sub);
  const webhooks = await withWebhooks(config, ({ all }) => Array.fromAsync(all(sub)));
  if (json) process.stdout.write(`${JSON.stringify(webhooks.map(fieldsOf), null, 2)}\n`);
  else if (webhooks.length === 0) process.stderr.write("There are no webhooks.\n");
  else process.stdout.write(webhooks.map((webhook) => `${lineOf(webhook)}\n`).join(""));
}

function fieldsOf({ userId, webhook }: OwnedWebhook) {
  const { id, name, url, events, payload, stopped, standing, waiting, madeWith, createdAt } = webhook;
  return {
    id,
    user: userId,
    name,
    url,
    events,
    payload,
    stopped_because: stopped,
    failing_since: iso(standing.failingSince),
    last_delivered_at: iso(standing.lastDeliveredAt),
    waiting,
    made_with: madeWith,
    created_at: iso(createdAt),
  };
}

function lineOf({ userId, webhook }: OwnedWebhook): string {
  const { id, url, events, stopped, standing, waiting } = webhook;
  const failing = standing.failingSince === null ? "active" : `failing since ${iso(standing.failingSince)}`;
  const state = stopped === null ? failing : `stopped (${stopped})`;
  return `${id}  ${userId}  ${new URL(url).host}  ${events.join(" ")}  ${state}  ${waiting} waiting`;
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
