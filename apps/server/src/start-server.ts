import { createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import {
  createLinkThresholds,
  createPastCache,
  createPrecisions,
  createReviewCache,
  createTrends,
  createSystemClock,
  openEmbedders,
  type RateLimits,
  type Services,
} from "@knote/api";
import {
  allowBySettings,
  createAuthenticator,
  createPersonalTokens,
  createTokenVerifier,
  type TokenTrust,
} from "@knote/auth";
import { isLoopbackHost, VERSION, type Config } from "@knote/config";
import { tokenSecret } from "@knote/local";
import { embeddingPrice } from "@knote/models";
import {
  configureHttpServer,
  createHttpApp,
  createProcessLimits,
  HTTP_SERVER_OPTIONS,
  readDashboard,
} from "@knote/rest";
import type { Logger } from "pino";
import { V7Generator } from "uuidv7";
import { createDrain } from "./create-drain.ts";
import { createEmbeddingLog } from "./embedding-log.ts";
import { createRequestLog } from "./create-logger.ts";
import { createEarlierEmbedder } from "./earlier-embedder.ts";
import { createSignIn } from "./create-sign-in.ts";
import { letConnectorsIn } from "./let-connectors-in.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { invite } from "./invite.ts";
import { listen } from "./listen.ts";
import { createAnswerModels, createEmbedderOf, createLinkJudge, suggestionDeadlineMs } from "./models-of-config.ts";
import { openStorage } from "./open-storage.ts";
import { createSenderReport } from "./sender-report.ts";
import { openOutlet } from "./start-sender.ts";

/** Folder into which `vite build` writes the dashboard; without it the server has no pages. */
const DASHBOARD = fileURLToPath(new URL("../../web/dist", import.meta.url));

export interface RunningServer {
  readonly url: string;
  /** Signs in the owner, once; null when people sign in another way. */
  readonly signInLink: string | null;
  /** Ends the streams, gives running requests this long to finish, and writes everything to storage. */
  close(drainMs: number): Promise<void>;
}

/** Opens the engines and serves the product over HTTP; if a later step fails, closes what earlier ones opened. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  await using parts = new AsyncDisposableStack();
  const clock = createSystemClock();
  const { storage, rateLimits, signOuts } = await openStorage(config.storage, { clock, log });
  parts.defer(() => storage.close());
  const limits = rateLimits ?? createProcessLimits();
  const outlet = await openOutlet(config, clock, parts);
  const services = await assemble({ config, log, clock, storage, rateLimits: limits, outlet }, parts);
  const trust = await tokenTrust(config);
  const verifier = createTokenVerifier({ ...trust, clock });
  const isAllowed = allowBySettings(config.signIn);
  const tokens = createPersonalTokens({ storage, clock, defaultTier: config.defaultTier, isAllowed });
  const logKey = logKeyOf(trust);
  const server = createServer(HTTP_SERVER_OPTIONS);
  configureHttpServer(server);
  const drain = createDrain(server);
  const dashboard = await readDashboard(DASHBOARD);
  const { url, sockets } = await listen(server, config);
  const publicUrl = config.publicUrl ?? url;
  const connectors = letConnectorsIn({ config, services, trust, publicUrl, isAllowed }, parts);
  // Connections are accepted only after this turn of the event loop, so every request finds the app.
  const http = createHttpApp({
    services,
    authenticate: createAuthenticator({ verifier, tokens, storage, defaultTier: config.defaultTier }),
    tokens,
    log,
    requestLog: createRequestLog(log),
    signIn: createSignIn({ config, services, trust, publicUrl, isAllowed }),
    connectors,
    authenticateGrant: connectors && ((text) => tokens.authenticate(text, "oat")),
    publicUrl,
    bodyLimitBytes: config.bodyLimitBytes,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    rateLimits: limits,
    signOuts,
    metricsToken: config.metricsToken,
    pingSeconds: config.ssePingSeconds,
    streamsPerUser: config.streamsPerUser,
    logKey,
    allowedHosts: allowedHosts(config),
    dashboard,
  });
  server.on("request", http.app);
  // Before what ends requests, as that is closed first: until then they bring messages.
  const sender = outlet.start(services, createSenderReport(log, logKey, http.webhookMetrics));
  if (sender !== null) http.webhookMetrics.watch(sender.lanes);
  let drainMs = 0;
  parts.defer(async () => void (await Promise.all([drain(drainMs, sockets), http.close()])));
  parts.use(startHousekeeping(services, log));
  services.wakeIndexer();
  const link = await invite({ config, services, publicUrl, log }, parts);
  const all = parts.move();
  const close = (milliseconds: number) => {
    drainMs = milliseconds;
    return all.disposeAsync();
  };
  return { url, signInLink: link, close };
}

interface ServiceDeps extends Pick<Services, "clock" | "storage" | "outlet"> {
  readonly config: Config;
  readonly log: Logger;
  readonly rateLimits: RateLimits;
}

async function assemble(
  { config, log, clock, storage, rateLimits, outlet }: ServiceDeps,
  parts: AsyncDisposableStack,
): Promise<Services> {
  const configuredEmbedder = createEmbedderOf(config.models, log);
  const embedders = await openEmbedders({
    storage,
    clock,
    configuredEmbedder,
    embedderFor: createEarlierEmbedder(config.models, log),
    report: createEmbeddingLog({ log, now: clock.now, priceOf: embeddingPrice }),
  });
  parts.defer(() => embedders.close());
  const ids = new V7Generator();
  return {
    storage,
    // A getter: each request reads the embedder once and keeps it.
    get embedder() {
      return embedders.current();
    },
    configuredEmbedder,
    models: createAnswerModels(config.models, log),
    judge: createLinkJudge(config.models, rateLimits, log),
    clock,
    newId: () => ids.generateOrResetWithTs(clock.now()).toString(),
    version: VERSION,
    startedAt: clock.now(),
    linkThresholds: createLinkThresholds(),
    reviews: createReviewCache(),
    past: createPastCache(),
    trends: createTrends(),
    precisions: createPrecisions(),
    wakeIndexer: embedders.wake,
    holdIndexer: embedders.hold,
    suggestionDeadlineMs: suggestionDeadlineMs(config.models),
    outlet,
  };
}

async function tokenTrust({ tokens }: Config): Promise<TokenTrust> {
  return tokens.kind === "jwks" ? { jwksUrl: tokens.url } : { secret: await tokenSecret(tokens) };
}

/** Derives a key that survives restarts and cannot sign tokens; a random one without a secret of our own. */
function logKeyOf(trust: TokenTrust): string {
  return "secret" in trust && trust.secret
    ? createHmac("sha256", trust.secret).update("users in the log").digest("hex")
    : randomBytes(32).toString("hex");
}

/** A loopback server accepts only this machine's names as Host, which defends against DNS rebinding by web pages. */
function allowedHosts({ host, publicUrl }: Config): string[] | null {
  if (!isLoopbackHost(host)) return null;
  return ["localhost", "127.0.0.1", "[::1]", host, ...(publicUrl ? [new URL(publicUrl).hostname] : [])];
}
