export { type Dashboard, readDashboard } from "./dashboard/read-dashboard.ts";
export { createHttpApp, type HttpApp } from "./create-http-app.ts";
export { configureHttpServer, HTTP_SERVER_OPTIONS, type HttpServerLimits } from "./http/configure-http-server.ts";
export { createUserHash } from "./http/user-hash.ts";
export { createProcessLimits } from "./http/process-limits.ts";
export { providerCallback, signInLink } from "./auth/sign-in-paths.ts";
export type { Authenticate, HttpAppOptions, Logger } from "./options.ts";
export type { WebhookMetrics } from "./operations/webhook-metrics.ts";
