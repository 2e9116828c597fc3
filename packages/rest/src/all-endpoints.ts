import type { McpDoor } from "@knote/mcp";
import type { ActivityHub } from "./activity/activity-hub.ts";
import { streamEndpoint } from "./activity/stream-endpoint.ts";
import { authContext, authEndpoints } from "./auth/auth-endpoints.ts";
import { procedureEndpoints } from "./binder/procedure-endpoints.ts";
import { dashboardEndpoints } from "./dashboard/serve-dashboard.ts";
import { createDemoLimit } from "./demo/demo-limit.ts";
import { docsEndpoints } from "./docs/docs-endpoints.ts";
import { exportEndpoint } from "./export/export-endpoint.ts";
import type { Responder } from "./http/responder.ts";
import { createUserLimit } from "./http/user-limit.ts";
import { importEndpoint } from "./import/import-endpoint.ts";
import { connectorEndpoints } from "./oauth/connector-endpoints.ts";
import { revokeEndpoint } from "./oauth/revoke-endpoint.ts";
import { openApiEndpoint } from "./openapi/openapi-endpoint.ts";
import { mcpEndpoint } from "./mcp/mcp-endpoint.ts";
import type { Metrics } from "./operations/metrics.ts";
import { metricsEndpoint } from "./operations/metrics-endpoint.ts";
import type { HttpAppSettings } from "./options.ts";
import type { Admission } from "./overload/admission.ts";
import type { SignOuts } from "./sign-out/sign-outs.ts";
import type { Endpoint } from "./routing/endpoint.ts";
import { trpcEndpoints } from "./trpc/trpc-endpoints.ts";
import { createTrpcHandler } from "./trpc/trpc-handler.ts";

/** Returns the endpoints of every path of the service. */
export function allEndpoints(
  settings: HttpAppSettings,
  parts: {
    readonly hub: ActivityHub;
    readonly metrics: Metrics;
    readonly respond: Responder;
    readonly admission: Admission;
    readonly signOuts: SignOuts;
    readonly mcpDoor: McpDoor;
  },
): Endpoint[] {
  const { services, log, publicUrl, bodyLimitBytes, metricsToken } = settings;
  const { hub, metrics, respond, admission, signOuts, mcpDoor } = parts;
  const limitAddress = createDemoLimit(settings.rateLimits, settings.demoAsksPerMinute);
  const limitUser = createUserLimit(settings.rateLimits);
  const auth = authContext(settings, { signOuts, respond });
  return [
    ...procedureEndpoints({ services, respond, log, bodyLimitBytes, limitAddress, limitUser, admission }),
    streamEndpoint({ services, hub, respond, admission }),
    importEndpoint({ services, respond, lineLimitBytes: bodyLimitBytes, admission }),
    exportEndpoint({ services, respond, admission }),
    openApiEndpoint({ version: services.version, publicUrl, withMetrics: Boolean(metricsToken) }, respond),
    ...docsEndpoints(publicUrl, respond),
    ...authEndpoints(settings, auth, respond),
    ...(auth && settings.connectors ? connectorEndpoints(settings, auth, settings.connectors) : []),
    revokeEndpoint({ tokens: settings.tokens, signOuts, rateLimits: settings.rateLimits, respond }),
    ...(settings.dashboard ? dashboardEndpoints(settings.dashboard, respond) : []),
    ...(metricsToken ? [metricsEndpoint(metrics, metricsToken, respond)] : []),
    mcpEndpoint(settings, { door: mcpDoor, metrics, respond, admission }),
    ...trpcEndpoints(
      createTrpcHandler({ ...settings, metrics, limitAddress, limitUser, admission, signOuts }),
      respond,
      bodyLimitBytes,
    ),
  ];
}
