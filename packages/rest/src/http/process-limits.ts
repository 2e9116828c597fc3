import type { RateLimits } from "@knote/api";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Creates rate limits that are kept in the memory of this process. */
export function createProcessLimits(): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>();
  return {
    async take({ name, points: most, seconds }, key, points) {
      const limiter = limiters.get(name) ?? new RateLimiterMemory({ points: most, duration: seconds });
      limiters.set(name, limiter);
      try {
        await limiter.consume(key, points);
        return null;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext;
        throw refusal;
      }
    },
  };
}
