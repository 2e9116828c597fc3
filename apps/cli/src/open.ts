import { createSystemClock } from "@knote/api";
import { createSignInCodes } from "@knote/auth";
import type { Config } from "@knote/config";
import { openBrowser } from "@knote/local";
import { signInLink } from "@knote/rest/sign-in-paths";
import { Command } from "commander";
import { CliError } from "./cli-error.ts";
import { addressOfServer } from "./address-of-server.ts";
import { openData } from "./open-data.ts";

export function openCommand(readConfig: () => Config, environment: NodeJS.ProcessEnv): Command {
  return new Command("open")
    .description("Print a one-time link that signs in to the running server, and open it in the browser.")
    .action(() => open(readConfig(), environment));
}

async function open(config: Config, environment: NodeJS.ProcessEnv): Promise<void> {
  const address = await addressOfServer(config);
  if (config.signIn.kind === "github") throw new CliError(`People sign in with GitHub here: open ${address}.`);
  if (config.signIn.kind === "external")
    throw new CliError("Tokens come from the issuer behind JWT_JWKS_URL: there is no sign-in with a browser.");
  const link = signInLink(address, await newCode(config));
  process.stdout.write(`${link}\n`);
  process.stderr.write("This link works once, within ten minutes.\n");
  openBrowser(link, { onTerminal: process.stdout.isTTY, environment });
}

async function newCode(config: Config): Promise<string> {
  const storage = await openData(config);
  try {
    return await createSignInCodes(storage.sessions, createSystemClock()).issue();
  } finally {
    await storage.close();
  }
}
