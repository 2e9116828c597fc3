import { createSystemClock, setTier } from "@knote/api";
import { isUserId } from "@knote/auth";
import type { Config } from "@knote/config";
import { TIER_KEYS } from "@knote/contract";
import { Command } from "commander";
import { CliError } from "./cli-error.ts";
import { openData } from "./open-data.ts";

export function tierCommand(readConfig: () => Config): Command {
  return new Command("tier")
    .description("Set a user's tier.")
    .argument("<user>", "the sub of the user's tokens, such as github:1")
    .argument("<tier>", TIER_KEYS.join(", "))
    .action((user: string, tier: string) => changeTier(readConfig(), user, tier));
}

async function changeTier(config: Config, user: string, name: string): Promise<void> {
  if (!isUserId(user)) throw new CliError(`${JSON.stringify(user)} is not a valid user id.`);
  const tier = TIER_KEYS.find((key) => key === name);
  if (!tier) throw new CliError(`There is no tier ${name}: choose one of ${TIER_KEYS.join(", ")}.`);
  const storage = await openData(config);
  let stoppedCount: number;
  try {
    stoppedCount = await setTier({ storage, clock: createSystemClock() }, user, tier);
  } finally {
    await storage.close();
  }
  process.stdout.write(`${user} now has the tier ${tier}.\n`);
  if (stoppedCount > 0) process.stdout.write(`Webhooks stopped, as it allows fewer: ${stoppedCount}.\n`);
}
