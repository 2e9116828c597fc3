import { describe } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { webhookKeeping } from "./webhook-keeping.ts";
import { webhookLeases } from "./webhook-leases.ts";
import { webhookLog } from "./webhook-log.ts";
import { webhookWrites } from "./webhook-writes.ts";

/** Contract suite of `WebhookStore`. */
export function describeWebhookStore(name: string, open: OpenStorage): void {
  describe(`WebhookStore: ${name}`, () => {
    describe("webhooks", () => webhookKeeping(open));
    describe("messages of writes", () => webhookWrites(open));
    describe("leases", () => webhookLeases(open));
    describe("the log", () => webhookLog(open));
  });
}
