import { LOCAL_OWNER } from "@knote/auth";
import type { Config } from "@knote/config";
import { isStoredToken } from "@knote/contract";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { assertUser } from "./assert-options.ts";
import { withTokens } from "./with-tokens.ts";

export function revokeTokenCommand(readConfig: () => Config): Command {
  return new Command("revoke")
    .description("Revoke a personal token or a connector's grant: every server refuses it from the next request on.")
    .argument("<token>", "its id, as `knote token list` prints it, or the token itself")
    .option("--sub <user>", "the user of the id", LOCAL_OWNER)
    .action((token: string, { sub }: { readonly sub: string }) => revokeToken(readConfig(), token, sub));
}

async function revokeToken(config: Config, token: string, sub: string): Promise<void> {
  assertUser(sub);
  const isText = isStoredToken(token);
  const hasEnded = await withTokens(config, async ({ tokens }) =>
    isText ? (await tokens.endByText(token)) !== null : await tokens.end(sub, token),
  );
  // The text is not repeated: what a terminal shows is often kept.
  if (!hasEnded) throw new CliError(isText ? "There is no such token." : `${sub} has no token with the id ${token}.`);
  process.stdout.write("Revoked.\n");
}
