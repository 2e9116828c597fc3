import { createServer } from "node:http";
import { createIndexer, createLinkThresholds, createSystemClock, type Services } from "@knote/api";
import { createAuthenticator, createTokenVerifier, loadOrCreateSecret, type TokenTrust } from "@knote/auth";
import { VERSION, type Config } from "@knote/config";
import { createBuiltInEmbedder, createExtractModel, createSynthesisModel } from "@knote/models";
import { configureHttpServer, createHttpApp, HTTP_SERVER_OPTIONS } from "@knote/rest";
import { createSqliteStorage } from "@knote/storage-sqlite";
import type { Logger } from "pino";
import { V7Generator } from "uuidv7";
import { createDrain } from "./create-drain.ts";
import { createEmbedderLog } from "./create-embedder-log.ts";
import { createIndexerLog } from "./create-indexer-log.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { isLoopback, listen } from "./listen.ts";

const SUGGESTION_DEADLINE_MS = 250;

export interface RunningServer {
  readonly url: string;
  /** Tells the listeners of streams, lets requests under way end within the time, and writes everything down. */
  close(drainMs: number): Promise<void>;
}

/** Puts the engines, the product and its HTTP surface together; what was opened is closed again if a later part fails. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  await using parts = new AsyncDisposableStack();
  const services = await assemble(config, log, parts);
  const { storage, clock } = services;
  const verifier = createTokenVerifier({ ...(await tokenTrust(config)), clock });
  const server = createServer(HTTP_SERVER_OPTIONS);
  configureHttpServer(server);
  const drain = createDrain(server);
  const url = await listen(server, config);
  // The first connection is looked at only after this turn, so no request finds the server without its app.
  const http = createHttpApp({
    services,
    authenticate: createAuthenticator({ verifier, users: storage.users, defaultTier: config.defaultTier }),
    log,
    publicUrl: config.publicUrl ?? url,
    bodyLimitBytes: config.bodyLimitBytes,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    metricsToken: config.metricsToken,
    pingSeconds: config.ssePingSeconds,
    allowedHosts: allowedHosts(config),
  });
  server.on("request", http.app);
  let drainMs = 0;
  parts.defer(() => drain(drainMs));
  parts.defer(() => http.close());
  parts.use(startHousekeeping(services, log));
  services.wakeIndexer();
  const all = parts.move();
  const close = (milliseconds: number) => {
    drainMs = milliseconds;
    return all.disposeAsync();
  };
  return { url, close };
}

async function assemble(config: Config, log: Logger, parts: AsyncDisposableStack): Promise<Services> {
  const clock = createSystemClock();
  const storage = await createSqliteStorage({
    dataDir: config.storage.dataDir,
    clock,
    warn: (message, cause) => log.warn({ err: cause }, message),
  });
  parts.defer(() => storage.close());
  const embedder = createBuiltInEmbedder({ onStatus: createEmbedderLog(log) });
  parts.defer(() => embedder.close());
  const indexer = createIndexer({ storage, embedder }, createIndexerLog(log, clock.now));
  parts.defer(() => indexer.stop());
  const ids = new V7Generator();
  return {
    storage,
    embedder,
    models: { default: createExtractModel(), capable: createSynthesisModel(), demo: createExtractModel() },
    judge: null,
    clock,
    newId: () => ids.generateOrResetWithTs(clock.now()).toString(),
    version: VERSION,
    startedAt: clock.now(),
    linkThresholds: createLinkThresholds(),
    wakeIndexer: indexer.wake,
    suggestionDeadlineMs: SUGGESTION_DEADLINE_MS,
  };
}

async function tokenTrust({ tokens, storage }: Config): Promise<TokenTrust> {
  if (tokens.kind === "jwks") return { jwksUrl: tokens.url };
  return { secret: tokens.secret ?? (await loadOrCreateSecret(storage.dataDir)) };
}

/** A server that only this machine reaches answers to this machine's names: no page of the web can make itself one of them. */
function allowedHosts({ host, publicUrl }: Config): string[] | null {
  if (!isLoopback(host)) return null;
  return ["localhost", "127.0.0.1", "[::1]", host, ...(publicUrl ? [new URL(publicUrl).hostname] : [])];
}
