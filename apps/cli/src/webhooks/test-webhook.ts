import { testWebhook } from "@knote/api";
import type { Config } from "@knote/config";
import type { Attempt } from "@knote/contract";
import { Command } from "commander";
import { withWebhooks } from "./with-webhooks.ts";

/** Why no answer came, after the design of the interface. */
const SENTENCES: Readonly<Record<NonNullable<Attempt["error"]>, string>> = {
  redirect: "The answer was a redirect, which is not followed.",
  timeout: "No answer within 15 s.",
  name: "The host cannot be found.",
  blocked: "The host leads to an address that is not public.",
  refused: "The connection was refused.",
  broken: "The connection broke.",
  tls: "The certificate is not good for this host.",
  expired: "It waited for 14 days.",
};

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
  const isDelivered = attempt.error === null && attempt.status !== null && attempt.status < 300;
  process.stdout.write(`${sentenceOf(attempt)} ${attempt.ms} ms\n`);
  if (!isDelivered) process.exitCode = 1;
}

/** Returns what came of an attempt, for people. */
export function sentenceOf({ error, status }: Pick<Attempt, "error" | "status">): string {
  return error === null ? `The receiver answered ${status}.` : SENTENCES[error];
}
