import { endOf, type StoredToken } from "@knote/api";
import { LOCAL_OWNER } from "@knote/auth";
import type { Config } from "@knote/config";
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
  const tokens = await withTokens(config, ({ tokens: all }) => all.list(sub));
  if (json) process.stdout.write(`${JSON.stringify(tokens.map(fieldsOf), null, 2)}\n`);
  else if (tokens.length === 0) process.stderr.write(`${sub} has no tokens.\n`);
  else process.stdout.write(tokens.map((token) => `${lineOf(token)}\n`).join(""));
}

function fieldsOf(token: StoredToken) {
  const { id, kind, name, scopes, hint, grant, createdAt, lastUsedAt } = token;
  const times = { created_at: iso(createdAt), expires_at: iso(endOf(token)), last_used_at: iso(lastUsedAt) };
  return { id, kind, name, scopes, hint, connector: grant?.connector ?? null, ...times };
}

function lineOf(token: StoredToken): string {
  const { id, kind, name, scopes, hint, lastUsedAt } = token;
  const use = lastUsedAt === null ? "never used" : `last used ${iso(lastUsedAt)}`;
  const end = endOf(token);
  const ends = end === null ? "no end" : `until ${iso(end)}`;
  return `${id}  …${hint}  ${kind}  ${scopes.join(" ")}  ${use}  ${ends}  ${JSON.stringify(name)}`;
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
