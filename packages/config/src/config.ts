import type { TierKey } from "@knote/contract";
import type { LogLevel } from "./environment.ts";

/** Whose tokens count. Without a secret the data folder keeps one of its own. */
export type TokenConfig =
  | { readonly kind: "secret"; readonly secret: string | undefined }
  | { readonly kind: "jwks"; readonly url: string };

/** As Express takes it: nobody, everybody, so many hops, or addresses with commas between. */
export type TrustProxy = boolean | number | string;

/** All that can be set from outside, checked. */
export interface Config {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Where callers reach the service, without a trailing slash, when that is not `host` and `port`. */
  readonly publicUrl: string | undefined;
  readonly storage: { readonly kind: "sqlite"; readonly dataDir: string };
  readonly tokens: TokenConfig;
  readonly defaultTier: TierKey;
  readonly corsOrigins: readonly string[];
  readonly bodyLimitBytes: number;
  readonly logLevel: LogLevel;
  readonly ssePingSeconds: number;
  readonly trustProxy: TrustProxy;
  readonly metricsToken: string | undefined;
}
