import type { Config } from "@knote/config";
import { type Service, ServiceAway } from "@knote/formats/service";
import type { Command } from "commander";
import { CliError } from "./cli-error.ts";

/** Long enough for the largest import. */
const TOKEN_SECONDS = 86_400;

export interface ServiceOptions {
  readonly url?: string;
  readonly token?: string;
}

/** What a command that calls a service needs from its process. */
export interface CommandContext {
  readonly readConfig: () => Config;
  readonly environment: NodeJS.ProcessEnv;
}

/** Adds the options that name a service. */
export function withServiceOptions(command: Command): Command {
  return command
    .option("--url <address>", "the service; by default the server that runs on the data folder")
    .option("--token <token>", "an access token; by default KNOTE_TOKEN for --url, else one of the local owner");
}

/** Connects to the service that the options name, or to the local server; `send` throws a `ServiceAway` where none answers. */
export async function connectService(
  { readConfig, environment }: CommandContext,
  { url, token: givenToken }: ServiceOptions,
): Promise<Service> {
  // A local server makes its own token, and would refuse one of another service.
  const token = givenToken ?? (url === undefined ? undefined : environment["KNOTE_TOKEN"]?.trim() || undefined);
  if (url !== undefined && token === undefined)
    throw new CliError("A service at --url needs a --token or KNOTE_TOKEN.");
  const address = (url ?? (await localAddress(readConfig()))).replace(/\/+$/, "");
  if (!URL.canParse(address)) throw new CliError("--url must be an address such as https://notes.example.");
  const bearer = token === undefined ? ownTokens(readConfig()) : async () => token;
  await bearer();
  return {
    address,
    async send(path, request = {}) {
      const headers = { ...(request.headers as Record<string, string>), Authorization: `Bearer ${await bearer()}` };
      try {
        return await fetch(`${address}${path}`, { ...request, headers });
      } catch (error) {
        const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
        throw new ServiceAway(`${address} cannot be reached${cause}.`);
      }
    },
  };
}

/** Returns tokens of the local owner; each in time, as a sync can run for weeks. */
function ownTokens(config: Config): () => Promise<string> {
  let token = "";
  let renewAt = -Infinity;
  return async () => {
    if (Date.now() >= renewAt) {
      token = await localToken(config);
      renewAt = Date.now() + (TOKEN_SECONDS * 1_000) / 2;
    }
    return token;
  };
}

async function localAddress(config: Config): Promise<string> {
  const { addressOfServer } = await import("./address-of-server.ts");
  return await addressOfServer(config);
}

async function localToken(config: Config): Promise<string> {
  const { ownerToken } = await import("./owner-token.ts");
  const scope = "notes:read notes:write";
  return await ownerToken(config, { scope, lifetimeSeconds: TOKEN_SECONDS, instead: "give it with --token" });
}
