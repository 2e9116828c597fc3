import { DomainError, type RateLimits } from "@knote/api";
import { networkOf } from "./network-of.ts";

/** Takes points from the address's minute. Rejects with LIMIT_EXCEEDED when they are used up. */
export type AddressLimit = (address: string, points: number) => Promise<void>;

interface MinuteLimit {
  /** Each name has its own count. */
  readonly name: string;
  readonly perMinute: number;
  /** The error message for the caller. */
  readonly detail: string;
}

export function createAddressLimit(limits: RateLimits, { name, perMinute, detail }: MinuteLimit): AddressLimit {
  const limit = { name, points: perMinute, seconds: 60 };
  return async (address, points) => {
    const wait = await limits.take(limit, networkOf(address), points);
    if (wait === null) return;
    throw new DomainError("LIMIT_EXCEEDED", detail, { retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) });
  };
}
