import type { Config } from "@knote/config";
import { LIMITS } from "@knote/contract";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { readLines } from "./lines.ts";
import { createRelay } from "./relay.ts";
import { serverOfFolder } from "./server-of-folder.ts";
import { namedTarget, type Targets } from "./target.ts";

const EVERYTHING = "notes:read notes:write ask";
const READING = "notes:read ask";
/** Time to answer what was asked when the client closes its side. */
const SETTLE_MS = 10_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

interface McpOptions {
  readonly url?: string;
  readonly readOnly?: boolean;
}

export function mcpCommand(readConfig: () => Config, environment: NodeJS.ProcessEnv): Command {
  return new Command("mcp")
    .description("Connect an agent on the standard streams (Model Context Protocol). Starts a server if none runs.")
    .option("--url <address>", "a server elsewhere, with its token in KNOTE_TOKEN")
    .option("--read-only", "let the agent search, read and ask, but write nothing")
    .action((options: McpOptions) => serve(targetsOf(options, readConfig, environment)));
}

function targetsOf(options: McpOptions, readConfig: () => Config, environment: NodeJS.ProcessEnv): Targets {
  const token = environment["KNOTE_TOKEN"]?.trim() || undefined;
  const address = options.url ?? (environment["KNOTE_URL"]?.trim() || undefined);
  if (options.readOnly && token !== undefined)
    throw new CliError("--read-only does not narrow KNOTE_TOKEN: make a token that may only read, or unset it.");
  const scope = options.readOnly ? READING : EVERYTHING;
  if (address === undefined) return serverOfFolder({ config: readConfig(), environment, scope, token });
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CliError(`${address} is not the address of a server: it must begin with http:// or https://.`);
  if (token === undefined) throw new CliError("Set KNOTE_TOKEN to an access token of the server at that address.");
  return namedTarget({ url: url.href, token });
}

/** Relays until the client closes its side or a signal comes. Nothing else writes to stdout. */
async function serve(targets: Targets): Promise<void> {
  const relay = createRelay(targets, (line) => process.stdout.write(`${line}\n`));
  const stop = Promise.withResolvers<void>();
  for (const signal of SIGNALS) process.once(signal, stop.resolve);
  // Agents start the command when they start, and expect their first answer soon.
  targets.find().catch(() => {});
  await Promise.race([stop.promise, takeAll(relay)]);
  await targets.close();
  process.exit();
}

async function takeAll(relay: ReturnType<typeof createRelay>): Promise<void> {
  // Longer than the server takes, so that it is the server that refuses.
  for await (const line of readLines(process.stdin, 2 * LIMITS.bodyBytes)) relay.take(line);
  const { promise, resolve } = Promise.withResolvers<void>();
  const deadline = setTimeout(resolve, SETTLE_MS);
  await Promise.race([relay.settle(), promise]);
  clearTimeout(deadline);
}
