import { describe } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { idempotencyClaiming } from "./idempotency-claiming.ts";
import { idempotencyKeeping } from "./idempotency-keeping.ts";

/** Contract suite of `IdempotencyStore`. */
export function describeIdempotencyStore(name: string, open: OpenStorage): void {
  describe(`IdempotencyStore: ${name}`, () => {
    describe("claims", () => idempotencyClaiming(open));
    describe("responses", () => idempotencyKeeping(open));
  });
}
