import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "@knote/config";
import { publishedAddress } from "@knote/local";
import { isServed } from "@knote/storage-sqlite";
import { CliError } from "../cli-error.ts";
import { dataFolder } from "../open-data.ts";
import { ownerToken } from "../owner-token.ts";
import { type OwnServer, startOwnServer } from "./own-server.ts";
import type { Target, Targets } from "./target.ts";

/** Time for a server of another process to start. */
const DEADLINE_MS = 60_000;
const PAUSE_MS = 100;
const TOKEN_SECONDS = 3_600;
/** A token is renewed this long before its end. */
const MARGIN_MS = 5 * 60_000;

interface FolderOptions {
  readonly config: Config;
  readonly environment: NodeJS.ProcessEnv;
  /** The scopes of the tokens. */
  readonly scope: string;
  /** Used in place of tokens made here. */
  readonly token: string | undefined;
}

/**
 * Finds the server that runs on the data folder, or starts one as a child of this process. When several look at the same
 * time, the lock of the folder lets one server start, and all find that one.
 */
export function serverOfFolder(options: FolderOptions): Targets {
  const { config, environment } = options;
  const dataDir = dataFolder(config, "give the address of a server with --url, and a token in KNOTE_TOKEN");
  let finding: Promise<Target> | null = null;
  let present: Target | null = null;
  let validUntil = Infinity;
  let ownServer: OwnServer | null = null;

  async function locate(): Promise<string> {
    const deadline = performance.now() + DEADLINE_MS;
    while (performance.now() < deadline) {
      if (isServed({ dataDir })) {
        const address = await publishedAddress(dataDir);
        if (address !== null && (await answers(address))) return address;
      } else {
        await ownServer?.close();
        ownServer = await startOwnServer(config, environment);
        if (ownServer !== null) return ownServer.url;
      }
      await pause(PAUSE_MS);
    }
    throw new CliError(`The server on the data folder ${dataDir} does not answer.`);
  }

  async function find(): Promise<Target> {
    const url = await locate();
    validUntil = Date.now() + TOKEN_SECONDS * 1_000 - MARGIN_MS;
    present = { url, token: options.token ?? (await ownToken(options)) };
    return present;
  }

  function forget(): void {
    finding = null;
    present = null;
    validUntil = Infinity;
  }

  return {
    find() {
      if (Date.now() > validUntil) forget();
      finding ??= find().catch((error: unknown) => {
        forget();
        throw error;
      });
      return finding;
    },
    // A request that fails late says nothing about a server that was found since.
    forget: (target) => void (target === present && forget()),
    close: async () => ownServer?.close(),
  };
}

async function ownToken({ config, scope }: FolderOptions): Promise<string> {
  return await ownerToken(config, { scope, lifetimeSeconds: TOKEN_SECONDS, instead: "set it in KNOTE_TOKEN" });
}

/** Whether anything answers: after a crash the address is an old one until the next server has started. */
async function answers(address: string): Promise<boolean> {
  try {
    await (await fetch(`${address}/health`)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}
