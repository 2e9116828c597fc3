import { describe } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { quotaLeases } from "./quota-leases.ts";
import { quotaReserving } from "./quota-reserving.ts";
import { quotaWarning } from "./quota-warning.ts";

/** Contract suite of `QuotaStore`. */
export function describeQuotaStore(name: string, open: OpenStorage): void {
  describe(`QuotaStore: ${name}`, () => {
    describe("reserve", () => quotaReserving(open));
    describe("settle, release and leases", () => quotaLeases(open));
    describe("warnOnce", () => quotaWarning(open));
  });
}
