import { ConfigError } from "./config-error.ts";
import type { Config } from "./config.ts";
import { Environment } from "./environment.ts";
import { connectorConflicts } from "./connector-config.ts";
import { chooseSignIn, signInConflicts } from "./sign-in-config.ts";
import { chooseModels, modelConflicts } from "./models-config.ts";
import { chooseSecrets } from "./secrets-config.ts";
import { chooseStorage, chooseTokens, storageConflicts } from "./storage-config.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Parses the settings; empty variables count as unset, foreign ones are ignored. Throws `ConfigError`. */
export function parseConfig(variables: Variables): Config {
  const settings = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const result = Environment.safeParse(settings);
  const wrong = (result.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}.`);
  const problems = [...wrong, ...conflicts(settings)];
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(result.data);
}

/** Returns problems of settings that are valid each but wrong together. */
function conflicts(variables: Variables): string[] {
  const { JWT_SECRET, JWT_JWKS_URL } = variables;
  const problems = storageConflicts(variables);
  if (JWT_SECRET && JWT_JWKS_URL)
    problems.push("JWT_SECRET and JWT_JWKS_URL are both set: tokens are trusted from one of them.");
  return [...problems, ...signInConflicts(variables), ...connectorConflicts(variables), ...modelConflicts(variables)];
}

function toConfig(environment: Environment): Config {
  return {
    host: environment.HOST,
    port: environment.PORT,
    publicUrl: environment.PUBLIC_URL,
    storage: chooseStorage(environment),
    tokens: chooseTokens(environment),
    signIn: chooseSignIn(environment),
    connectors: environment.MCP_OAUTH === "on" ? { hosts: environment.MCP_CLIENTS } : null,
    defaultTier: environment.DEFAULT_TIER,
    corsOrigins: environment.CORS_ORIGINS,
    webhookAllow: environment.WEBHOOK_ALLOW,
    webhookAtOnce: environment.WEBHOOK_AT_ONCE,
    secrets: chooseSecrets(environment),
    bodyLimitBytes: environment.BODY_LIMIT_BYTES,
    logLevel: environment.LOG_LEVEL,
    ssePingSeconds: environment.SSE_PING_SECONDS,
    streamsPerUser: environment.STREAMS_PER_USER,
    trustProxy: environment.TRUST_PROXY,
    metricsToken: environment.METRICS_TOKEN,
    models: chooseModels(environment),
  };
}
