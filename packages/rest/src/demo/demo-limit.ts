import { DomainError } from "@knote/api";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "./network-of.ts";

/** Takes `questions` of the address's minute. Rejects with LIMIT_EXCEEDED when they are used up. */
export type DemoLimit = (address: string, questions: number) => Promise<void>;

export function createDemoLimit(asksPerMinute: number): DemoLimit {
  const limiter = new RateLimiterMemory({ points: asksPerMinute, duration: 60 });
  return async (address, questions) => {
    try {
      await limiter.consume(networkOf(address), questions);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new DomainError("LIMIT_EXCEEDED", "Too many demo questions; try again in a minute.", {
        retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
      });
    }
  };
}
