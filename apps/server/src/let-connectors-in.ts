import type { Connectors, Services } from "@knote/api";
import { createConnectors, type IsAllowed, type TokenTrust } from "@knote/auth";
import type { Config } from "@knote/config";
import { createDocumentFetcher } from "@knote/outbound";

/** Creates what lets connectors in, if the settings do; undefined when they do not. */
export function letConnectorsIn(
  from: {
    readonly config: Config;
    readonly services: Pick<Services, "clock" | "storage">;
    readonly trust: TokenTrust;
    readonly publicUrl: string;
    readonly isAllowed: IsAllowed;
  },
  parts: AsyncDisposableStack,
): Connectors | undefined {
  const { config, services, trust, publicUrl, isAllowed } = from;
  if (config.connectors === null || !("secret" in trust)) return undefined;
  const { clock, storage } = services;
  const fetcher = createDocumentFetcher({ allow: config.webhookAllow, now: clock.now });
  parts.defer(() => fetcher.close());
  return createConnectors({
    storage,
    clock,
    secret: trust.secret,
    publicUrl,
    fetcher,
    hosts: config.connectors.hosts,
    defaultTier: config.defaultTier,
    isAllowed,
  });
}
