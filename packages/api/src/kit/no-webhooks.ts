import { DomainError } from "../errors.ts";
import type { WebhookStore } from "../ports/webhook-store.ts";

/** The webhooks of an engine that stores none: there are none, and none can be registered. */
export function createNoWebhooks(): WebhookStore {
  return {
    async insert() {
      throw new DomainError("UNAVAILABLE", "This storage keeps no webhooks.");
    },
    list: async () => [],
    get: async () => null,
    change: async () => null,
    delete: async () => false,
    wants: () => false,
    add: async () => undefined,
    deliveries: async () => ({ deliveries: [], next: null }),
    delivery: async () => null,
    resend: async () => 0,
    lease: async () => [],
    renew: async () => [],
    due: async () => [],
    settle: async () => null,
    release: async () => null,
    nextDue: async () => null,
    subscribe: () => () => undefined,
    takeStopped: async () => [],
    listAll: async () => [],
    tidy: async () => false,
    figures: async () => ({ waiting: 0, oldestDue: null, byStanding: { active: 0, failing: 0, stopped: 0 } }),
  };
}
