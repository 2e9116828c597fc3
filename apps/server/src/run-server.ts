import { DomainError } from "@knote/api";
import { ConfigError, isLoopbackHost, loadConfig, VERSION, type Config } from "@knote/config";
import { openBrowser } from "@knote/local";
import { announcement } from "./announce.ts";
import { createLogger, type ServerLog } from "./create-logger.ts";
import { startServer, type RunningServer } from "./start-server.ts";
import { StartUpError } from "./start-up-error.ts";
import { untilStopSignal } from "./until-stop-signal.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Time for running requests to finish after a stop signal. */
const DRAIN_MS = 10_000;
/** Time for everything else to close. */
const CLOSE_MS = 5_000;

/** Starts the server, serves until a stop signal and exits: with 0 then, with 1 after any failure. */
export async function runServer(environment: Variables): Promise<never> {
  const onTerminal = process.stdout.isTTY;
  const { config, output, server } = await start(environment, onTerminal);
  endOnCrash(server, output);
  warnAbout(config, output);
  output.flush();
  const { url, signInLink } = server;
  process.stdout.write(announcement({ url, signInLink, config, version: VERSION, onTerminal }));
  if (signInLink !== null) openBrowser(signInLink, { onTerminal, environment });
  output.log.info({ reason: await untilStopSignal() }, "stopping");
  setTimeout(() => process.exit(1), DRAIN_MS + CLOSE_MS);
  await server.close(DRAIN_MS);
  output.log.info("stopped");
  output.flush();
  process.exit(0);
}

async function start(environment: Variables, onTerminal: boolean) {
  try {
    const config = loadConfig(environment, process.cwd());
    const output = await createLogger(config.logLevel, onTerminal);
    return { config, output, server: await startServer(config, output.log) };
  } catch (error) {
    process.stderr.write(`Knote cannot start. ${explain(error)}\n`);
    process.exit(1);
  }
}

/** Closes storage and exits after a bug: the rest of the process is in an unknown state. */
function endOnCrash(server: RunningServer, output: ServerLog): void {
  const end = async (error: unknown) => {
    output.log.fatal({ err: error }, "crashed");
    output.flush();
    setTimeout(() => process.exit(1), CLOSE_MS);
    await server.close(0);
    process.exit(1);
  };
  process.once("uncaughtException", (error) => void end(error));
  process.once("unhandledRejection", (reason) => void end(reason));
}

function warnAbout({ host, publicUrl, storage }: Config, { log }: ServerLog): void {
  if (storage.kind === "mongo" && storage.redisUrl === undefined)
    log.warn("run one process only: without REDIS_URL events and rate limits are kept by each process alone");
  if (isLoopbackHost(host) || publicUrl?.startsWith("https:")) return;
  log.warn(
    { host },
    "others can reach this server, and tokens travel unencrypted: put it behind https and set PUBLIC_URL",
  );
}

function explain(error: unknown): string {
  const isExpected = error instanceof ConfigError || error instanceof StartUpError || DomainError.is(error);
  if (isExpected) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
