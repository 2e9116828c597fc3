import { DomainError } from "@knote/api";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "./network-of.ts";

/** Takes points of the address's minute. Rejects with LIMIT_EXCEEDED when they are used up. */
export type AddressLimit = (address: string, points: number) => Promise<void>;

export function createAddressLimit(perMinute: number, detail: string): AddressLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address, points) => {
    try {
      await limiter.consume(networkOf(address), points);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new DomainError("LIMIT_EXCEEDED", detail, {
        retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
      });
    }
  };
}
