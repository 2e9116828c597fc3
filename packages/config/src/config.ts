import type { TierKey } from "@knote/contract";
import type { AllowEntry } from "./allow-entry.ts";
import type { LogLevel } from "./environment.ts";

/** Storage: embedded in a folder, or a cluster of databases that several servers share. */
export type StorageConfig =
  | { readonly kind: "sqlite"; readonly dataDir: string }
  | {
      readonly kind: "mongo";
      /** Can hold a password, as can the one of Redis: show `storagePlace` instead. */
      readonly mongoUrl: string;
      readonly qdrantUrl: string;
      readonly qdrantApiKey: string | undefined;
      readonly redisUrl: string | undefined;
      /** Prefix of names in Qdrant and Redis. */
      readonly prefix: string;
    };

/** Trusted tokens: by a secret in the settings or in the data folder, or by an issuer's keys. */
export type TokenConfig =
  | { readonly kind: "secret"; readonly secret: string }
  | { readonly kind: "kept secret"; readonly dataDir: string }
  | { readonly kind: "jwks"; readonly url: string };

/** What seals the secrets of webhooks: keys, the newest first, a file of the data folder, or nothing. */
export type SecretsConfig =
  | { readonly kind: "keys"; readonly keys: readonly [string, ...string[]] }
  | { readonly kind: "kept key"; readonly dataDir: string }
  | { readonly kind: "none" };

/** How people sign in with a browser: by a one-time link, at GitHub, or not at all, as tokens come from elsewhere. */
export type SignInConfig =
  | { readonly kind: "local" }
  | { readonly kind: "external" }
  | {
      readonly kind: "github";
      readonly clientId: string;
      readonly clientSecret: string;
      /** Without a trailing slash, like `apiUrl`. */
      readonly url: string;
      readonly apiUrl: string;
      /** Logins or account numbers; an empty list allows everybody. */
      readonly allowedUsers: readonly string[];
    };

/** The setting of Express: no proxy, every proxy, a number of hops, or addresses separated by commas. */
export type TrustProxy = boolean | number | string;

/** A configured provider of models. */
export interface ProviderConfig {
  /** Empty for a server without keys. */
  readonly apiKey: string;
  /** Without a trailing slash; undefined for the provider's own address. */
  readonly baseUrl: string | undefined;
}

/** The model for a job; `model` is undefined for the provider's default. */
export type ModelChoice =
  | { readonly kind: "built-in"; readonly model: string | undefined }
  | { readonly kind: "anthropic" | "openai"; readonly model: string | undefined; readonly provider: ProviderConfig };

export interface ModelsConfig {
  readonly default: ModelChoice;
  readonly capable: ModelChoice;
  readonly embedding: ModelChoice & { readonly kind: "built-in" | "openai" };
  /** OpenAI's provider even when neither embeds nor answers with it: an earlier embedder can belong to it. */
  readonly openai: ProviderConfig | undefined;
  /** Folder of the built-in models that are fetched. */
  readonly modelsDir: string;
}

/** The checked settings. */
export interface Config {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Address of the service for its callers, without a trailing slash, if it differs from `host` and `port`. */
  readonly publicUrl: string | undefined;
  readonly storage: StorageConfig;
  readonly tokens: TokenConfig;
  readonly signIn: SignInConfig;
  /** Outside applications may connect, those of these hosts or, if none is listed, of all; null when none may. */
  readonly connectors: { readonly hosts: readonly string[] } | null;
  readonly defaultTier: TierKey;
  readonly corsOrigins: readonly string[];
  /** Hosts beyond the public internet that the service may call at addresses from outside. */
  readonly webhookAllow: readonly AllowEntry[];
  /** Attempts of webhooks at a time; 0: this process makes none. */
  readonly webhookAtOnce: number;
  readonly secrets: SecretsConfig;
  readonly bodyLimitBytes: number;
  readonly logLevel: LogLevel;
  readonly ssePingSeconds: number;
  /** Most open activity streams per user and process. */
  readonly streamsPerUser: number;
  readonly trustProxy: TrustProxy;
  readonly metricsToken: string | undefined;
  readonly models: ModelsConfig;
}
