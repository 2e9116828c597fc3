import { type AddressLimit, createAddressLimit } from "../http/address-limit.ts";

/** Takes `questions` of the address's minute. Rejects with LIMIT_EXCEEDED when they are used up. */
export type DemoLimit = AddressLimit;

export function createDemoLimit(asksPerMinute: number): DemoLimit {
  return createAddressLimit(asksPerMinute, "Too many demo questions; try again in a minute.");
}
