import type { TierKey } from "@knote/contract";
import type { LogLevel } from "./environment.ts";

/** Where everything is kept: embedded in a folder, or in a cluster of databases that several servers share. */
export type StorageConfig =
  | { readonly kind: "sqlite"; readonly dataDir: string }
  | {
      readonly kind: "mongo";
      /** May hold a password, as the one of Redis: `storagePlace` says where things are without it. */
      readonly mongoUrl: string;
      readonly qdrantUrl: string;
      readonly qdrantApiKey: string | undefined;
      readonly redisUrl: string | undefined;
      /** What names in Qdrant and Redis begin with. */
      readonly prefix: string;
    };

/** Whose tokens count: those of a secret that is set or that the data folder keeps, or of an issuer's keys. */
export type TokenConfig =
  | { readonly kind: "secret"; readonly secret: string }
  | { readonly kind: "kept secret"; readonly dataDir: string }
  | { readonly kind: "jwks"; readonly url: string };

/** How people sign in with a browser: at GitHub, by a one-time link, or not at all, as tokens come from elsewhere. */
export type SignInConfig =
  | { readonly kind: "local" }
  | { readonly kind: "external" }
  | {
      readonly kind: "github";
      readonly clientId: string;
      readonly clientSecret: string;
      /** Without a trailing slash, as the other. */
      readonly url: string;
      readonly apiUrl: string;
      /** Logins; none: everybody. */
      readonly allowedUsers: readonly string[];
    };

/** As Express takes it: nobody, everybody, so many hops, or addresses with commas between. */
export type TrustProxy = boolean | number | string;

/** A provider of models that is set up. */
export interface ProviderConfig {
  /** Empty for a server that asks for none. */
  readonly apiKey: string;
  /** Without a trailing slash; undefined for the provider's own address. */
  readonly baseUrl: string | undefined;
}

/** Which model does a job; `model` is undefined where the provider's default is meant. */
export type ModelChoice =
  | { readonly kind: "built-in"; readonly model: string | undefined }
  | { readonly kind: "anthropic" | "openai"; readonly model: string | undefined; readonly provider: ProviderConfig };

export interface ModelsConfig {
  readonly default: ModelChoice;
  readonly capable: ModelChoice;
  readonly embedding: ModelChoice & { readonly kind: "built-in" | "openai" };
  /** Set up, whether it embeds and answers or not: the embedder of an earlier configuration may be of it. */
  readonly openai: ProviderConfig | undefined;
}

/** All that can be set from outside, checked. */
export interface Config {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Where callers reach the service, without a trailing slash, when that is not `host` and `port`. */
  readonly publicUrl: string | undefined;
  readonly storage: StorageConfig;
  readonly tokens: TokenConfig;
  readonly signIn: SignInConfig;
  readonly defaultTier: TierKey;
  readonly corsOrigins: readonly string[];
  readonly bodyLimitBytes: number;
  readonly logLevel: LogLevel;
  readonly ssePingSeconds: number;
  /** Activity streams that one user may have open at a process. */
  readonly streamsPerUser: number;
  readonly trustProxy: TrustProxy;
  readonly metricsToken: string | undefined;
  readonly models: ModelsConfig;
}
