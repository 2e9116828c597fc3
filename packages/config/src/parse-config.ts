import { resolve } from "node:path";
import { ConfigError } from "./config-error.ts";
import type { Config } from "./config.ts";
import { Environment } from "./environment.ts";
import { chooseSignIn, signInConflicts } from "./sign-in-config.ts";
import { chooseModels, modelConflicts } from "./models-config.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Settings of the environment; empty ones count as unset, foreign ones are left alone. Throws `ConfigError`. */
export function parseConfig(variables: Variables): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = Environment.safeParse(given);
  const wrong = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}.`);
  const problems = [...wrong, ...conflicts(given)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

/** Settings that are fine alone and wrong together. */
function conflicts(given: Variables): string[] {
  const { MONGODB_URL, QDRANT_URL, QDRANT_API_KEY, REDIS_URL, JWT_SECRET, JWT_JWKS_URL } = given;
  const problems: string[] = [];
  if (MONGODB_URL && QDRANT_URL) {
    problems.push(
      "MONGODB_URL and QDRANT_URL choose the cluster engines, which this version does not carry yet: unset both.",
    );
  } else if (MONGODB_URL || QDRANT_URL) {
    problems.push(
      `${MONGODB_URL ? "MONGODB_URL" : "QDRANT_URL"} is set without ${MONGODB_URL ? "QDRANT_URL" : "MONGODB_URL"}.`,
    );
  }
  if (QDRANT_API_KEY && !QDRANT_URL) problems.push("QDRANT_API_KEY is set without QDRANT_URL.");
  if (REDIS_URL && !MONGODB_URL) problems.push("REDIS_URL is set without MONGODB_URL.");
  if (JWT_SECRET && JWT_JWKS_URL)
    problems.push("JWT_SECRET and JWT_JWKS_URL are both set: tokens are trusted from one of them.");
  return [...problems, ...signInConflicts(given), ...modelConflicts(given)];
}

function toConfig(environment: Environment): Config {
  const { JWT_JWKS_URL: url, JWT_SECRET: secret } = environment;
  return {
    host: environment.HOST,
    port: environment.PORT,
    publicUrl: environment.PUBLIC_URL,
    storage: { kind: "sqlite", dataDir: resolve(environment.DATA_DIR) },
    tokens: url ? { kind: "jwks", url } : { kind: "secret", secret },
    signIn: chooseSignIn(environment),
    defaultTier: environment.DEFAULT_TIER,
    corsOrigins: environment.CORS_ORIGINS,
    bodyLimitBytes: environment.BODY_LIMIT_BYTES,
    logLevel: environment.LOG_LEVEL,
    ssePingSeconds: environment.SSE_PING_SECONDS,
    trustProxy: environment.TRUST_PROXY,
    metricsToken: environment.METRICS_TOKEN,
    models: chooseModels(environment),
  };
}
