import { shownToken } from "@knote/api";
import { LOCAL_OWNER } from "@knote/auth";
import type { Config } from "@knote/config";
import type { Token } from "@knote/contract";
import { Command } from "commander";
import { assertUser } from "./assert-options.ts";
import { withTokens } from "./with-tokens.ts";

interface ListOptions {
  readonly sub: string;
  readonly json?: boolean;
}

export function listTokensCommand(readConfig: () => Config): Command {
  return new Command("list")
    .description("List a user's personal tokens and connectors, the last used first.")
    .option("--sub <user>", "the user of the tokens", LOCAL_OWNER)
    .option("--json", "print JSON")
    .action((options: ListOptions) => listTokens(readConfig(), options));
}

async function listTokens(config: Config, { sub, json }: ListOptions): Promise<void> {
  assertUser(sub);
  const tokens = (await withTokens(config, ({ tokens: all }) => all.list(sub))).map(shownToken);
  if (json) process.stdout.write(`${JSON.stringify(tokens, null, 2)}\n`);
  else if (tokens.length === 0) process.stderr.write(`${sub} has no tokens.\n`);
  else process.stdout.write(tokens.map((token) => `${lineOf(token)}\n`).join(""));
}

function lineOf({ id, kind, name, scopes, hint, last_used_at: lastUse, expires_at: end }: Token): string {
  const use = lastUse === null ? "never used" : `last used ${lastUse}`;
  const ends = end === null ? "no end" : `until ${end}`;
  return `${id}  …${hint}  ${kind}  ${scopes.join(" ")}  ${use}  ${ends}  ${JSON.stringify(name)}`;
}
