import { describe } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { webhookKeeping } from "./webhook-keeping.ts";
import { webhookLeases } from "./webhook-leases.ts";
import { webhookLog } from "./webhook-log.ts";
import { webhookBacklog, webhookWrites } from "./webhook-writes.ts";

/** Contract suite of `WebhookStore`; an engine for which 10,000 writes take long tests the backlog by itself. */
export function describeWebhookStore(name: string, open: OpenStorage, { hasBacklogTest = false } = {}): void {
  describe(`WebhookStore: ${name}`, () => {
    describe("webhooks", () => webhookKeeping(open));
    describe("messages of writes", () => webhookWrites(open));
    describe.skipIf(hasBacklogTest)("the backlog", () => webhookBacklog(open));
    describe("leases", () => webhookLeases(open));
    describe("the log", () => webhookLog(open));
  });
}
