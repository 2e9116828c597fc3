import type { RateLimits } from "@knote/api";
import { type AddressLimit, createAddressLimit } from "../http/address-limit.ts";

/** Counts demo questions per address and minute. Rejects with LIMIT_EXCEEDED when they are used up. */
export type DemoLimit = AddressLimit;

export function createDemoLimit(limits: RateLimits, asksPerMinute: number): DemoLimit {
  const detail = "Too many demo questions; try again in a minute.";
  return createAddressLimit(limits, { name: "demo-questions", perMinute: asksPerMinute, detail });
}
