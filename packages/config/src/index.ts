export type { AllowEntry } from "./allow-entry.ts";
export type {
  Config,
  ModelChoice,
  ModelsConfig,
  ProviderConfig,
  SecretsConfig,
  SignInConfig,
  StorageConfig,
  TokenConfig,
  TrustProxy,
} from "./config.ts";
export { ConfigError } from "./config-error.ts";
export { isLoopbackHost } from "./loopback.ts";
export { loadConfig } from "./load-config.ts";
export { parseConfig } from "./parse-config.ts";
export { hostsOf, publicAddress, storagePlace } from "./storage-place.ts";
export { VERSION } from "./version.ts";
