import { createHash } from "node:crypto";
import type { RateLimit, RateLimits } from "@knote/api";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RedisLine } from "./redis-line.ts";

interface RateLimitsDeps {
  readonly line: RedisLine;
  readonly prefix?: string;
}

export function createRedisRateLimits({ line, prefix = "knote" }: RateLimitsDeps): RateLimits {
  const limiters = new Map<string, RateLimiterRedis>();

  function limiterOf(limit: RateLimit): RateLimiterRedis {
    const existingLimiter = limiters.get(limit.name);
    if (existingLimiter) return existingLimiter;
    const { name, points, seconds: duration } = limit;
    const insuranceLimiter = new RateLimiterMemory({ points, duration });
    const keyPrefix = `${prefix}:limit:${name}`;
    const options = {
      points,
      duration,
      keyPrefix,
      insuranceLimiter,
      useRedisPackage: true,
      storeClient: scriptsOn(line),
    };
    const newLimiter = new RateLimiterRedis(options);
    limiters.set(name, newLimiter);
    return newLimiter;
  }

  return {
    async take(limit, key, points) {
      try {
        // Hashed, so that Redis stores no addresses of visitors.
        await limiterOf(limit).consume(createHash("sha256").update(key).digest("base64url"), points);
        return null;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext;
        throw refusal;
      }
    },
  };
}

/** Returns the only command that the limiter uses, sent with our time limit. */
function scriptsOn(line: RedisLine) {
  return {
    eval: (script: string, input: { keys: string[]; arguments: string[] }) =>
      line.write((client) => client.eval(script, input)),
  };
}
