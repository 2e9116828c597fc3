import { createMcpDoor } from "@knote/mcp";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { createActivityHub } from "./activity/activity-hub.ts";
import { allEndpoints } from "./all-endpoints.ts";
import { sendPage } from "./dashboard/serve-dashboard.ts";
import { createPageCheck } from "./dashboard/wants-page.ts";
import { errorOfExtension } from "./errors/error-of-extension.ts";
import { HttpRefusal, notFound } from "./errors/http-refusal.ts";
import { createHostCheck } from "./http/allowed-hosts.ts";
import { baseHeaders } from "./http/base-headers.ts";
import { createCors } from "./http/cors.ts";
import { type Exchange, startExchange } from "./http/exchange.ts";
import { createResponder } from "./http/responder.ts";
import { createMetrics, NO_METRICS } from "./operations/metrics.ts";
import type { WebhookMetrics } from "./operations/webhook-metrics.ts";
import { type HttpAppOptions, withDefaults } from "./options.ts";
import { createAdmission } from "./overload/admission.ts";
import { createEventLoop, realTime } from "./overload/event-loop.ts";
import { streamLimit } from "./overload/stream-limit.ts";
import { createTurns } from "./overload/turns.ts";
import { createRouteTable, type Route } from "./routing/route-table.ts";
import { createServe } from "./routing/serve.ts";
import { createSignOuts } from "./sign-out/sign-outs.ts";

export interface HttpApp {
  readonly app: Express;
  readonly routes: readonly Route[];
  /** What the sender of webhooks reports to. */
  readonly webhookMetrics: WebhookMetrics;
  /** How many activity streams are open. */
  streamClients(): number;
  /** Ends the activity streams, so that the server can close. Other requests finish normally. */
  close(): Promise<void>;
}

/** Creates the whole HTTP interface of the service: REST, tRPC, events, documentation, metrics. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const settings = withDefaults(options);
  const { services, log, authenticate, pingSeconds, extend, dashboard } = settings;
  const { activity, sessions } = services.storage;
  const hub = createActivityHub({ activity, sessions, clock: services.clock, pingSeconds });
  const signOuts = createSignOuts({ storage: services.storage, channel: settings.signOuts, onCut: hub.endCut });
  const inTurn = createTurns();
  const time = realTime(inTurn);
  const limits = { stream: streamLimit(settings.streamsPerUser), ...settings.workLimits };
  const loop = settings.eventLoop ?? createEventLoop(time);
  const admission = createAdmission(limits, { now: time.now, loop });
  const metrics = settings.metricsToken ? createMetrics(services, admission, () => hub.size) : NO_METRICS;
  const cors = createCors(settings.corsOrigins);
  const respond = createResponder({
    log,
    requestLog: settings.requestLog,
    metrics,
    cors,
    always: baseHeaders(settings.publicUrl),
    logKey: settings.logKey,
  });
  const mcpDoor = createMcpDoor();
  const table = createRouteTable(allEndpoints(settings, { hub, metrics, respond, admission, signOuts, mcpDoor }));
  const serve = createServe({ respond, cors, authenticate, signOuts });
  const wantsPage = createPageCheck(table.routes);
  const allowsHost = createHostCheck(settings.allowedHosts);
  const exchangeByRequest = new WeakMap<object, Exchange>();

  // One handler with its own table: paths match exactly, and a request passes no chain of Express layers.
  const front: RequestHandler = (request, response, next) => {
    const exchange = startExchange(request, response);
    if (!allowsHost(request.headers.host)) return respond.error(exchange, wrongHost());
    const matchedRoute = table.match(exchange.path);
    if (matchedRoute !== null) return inTurn(() => serve(matchedRoute, exchange));
    if (dashboard && wantsPage(exchange)) return sendPage(dashboard, exchange, respond);
    if (!extend) return respond.error(exchange, notFound());
    exchangeByRequest.set(request, exchange);
    respond.handOver(exchange);
    next();
  };
  const respondNotFound: RequestHandler = (request) => respond.error(exchangeByRequest.get(request)!, notFound());
  const respondError: ErrorRequestHandler = (error, request, response, _next) =>
    respond.error(exchangeByRequest.get(request) ?? startExchange(request, response), errorOfExtension(error));

  const close = async () => {
    admission.close();
    await Promise.all([hub.close(), mcpDoor.close()]);
  };
  const app = express().disable("x-powered-by").disable("etag");
  if (settings.trustProxy !== undefined) app.set("trust proxy", settings.trustProxy);
  app.use(front);
  extend?.(app);
  app.use(respondNotFound, respondError);
  return { app, routes: table.routes, webhookMetrics: metrics.webhooks, streamClients: () => hub.size, close };
}

function wrongHost(): HttpRefusal {
  return new HttpRefusal(421, "This service does not answer to that host.");
}
