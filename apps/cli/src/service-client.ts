import type { Config } from "@knote/config";
import type { Command } from "commander";
import { addressOfServer } from "./address-of-server.ts";
import { CliError } from "./cli-error.ts";
import { ownerToken } from "./owner-token.ts";

/** Long enough for the largest import. */
const TOKEN_SECONDS = 86_400;

export interface ServiceOptions {
  readonly url?: string;
  readonly token?: string;
}

/** Calls a service over HTTP. */
export interface ServiceClient {
  readonly address: string;
  /** Sends a request; throws a `CliError` when the service cannot be reached. */
  send(path: string, request?: RequestInit): Promise<Response>;
}

/** Adds the options that name a service. */
export function withServiceOptions(command: Command): Command {
  return command
    .option("--url <address>", "the service; by default the server that runs on the data folder")
    .option("--token <token>", "an access token; by default one of the local owner");
}

/** Connects to the service that the options name, or to the local server. */
export async function connectService(readConfig: () => Config, { url, token }: ServiceOptions): Promise<ServiceClient> {
  if (url !== undefined && token === undefined) throw new CliError("A service at --url needs a --token.");
  const address = (url ?? (await addressOfServer(readConfig()))).replace(/\/+$/, "");
  if (!URL.canParse(address)) throw new CliError("--url must be an address such as https://notes.example.");
  const bearer = token ?? (await localToken(readConfig()));
  return {
    address,
    async send(path, request = {}) {
      const headers = { ...(request.headers as Record<string, string>), Authorization: `Bearer ${bearer}` };
      try {
        return await fetch(`${address}${path}`, { ...request, headers });
      } catch (error) {
        const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
        throw new CliError(`${address} cannot be reached${cause}.`);
      }
    },
  };
}

/** Returns the response, or throws a `CliError` with the sentence of a refusal. */
export async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  throw new CliError(`The service answered ${response.status}: ${detailOf(text)}`);
}

function detailOf(text: string): string {
  try {
    const { detail, issues = [] } = JSON.parse(text) as { detail: string; issues?: { message: string }[] };
    return [detail, ...issues.map(({ message }) => message)].join(" ");
  } catch {
    return text.slice(0, 200);
  }
}

async function localToken(config: Config): Promise<string> {
  const scope = "notes:read notes:write";
  return await ownerToken(config, { scope, lifetimeSeconds: TOKEN_SECONDS, instead: "give it with --token" });
}
