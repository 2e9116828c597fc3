import { randomUUID } from "node:crypto";
import { createSystemClock, type OwnedWebhook, type Storage, type WebhookContext } from "@knote/api";
import { type Config, VERSION } from "@knote/config";
import { secretKeys } from "@knote/local";
import { createSecretBox, createWebhookTransport } from "@knote/outbound";
import { CliError } from "../cli-error.ts";
import { openData } from "../open-data.ts";

/** What a command on webhooks works with. */
export interface WebhookData {
  readonly storage: Storage;
  /** Every webhook, of all users or of one, oldest first. */
  all(userId?: string): AsyncGenerator<OwnedWebhook>;
  /** Returns a webhook of any user; throws for an unknown id. */
  find(id: string): Promise<OwnedWebhook>;
  /** Returns the context in which the verbs of webhooks act for a user. */
  asUser(userId: string): Promise<WebhookContext>;
}

const PAGE = 500;

/** Runs a command on the webhooks, beside running servers: they see what it does within seconds. */
export async function withWebhooks<T>(config: Config, work: (data: WebhookData) => Promise<T>): Promise<T> {
  const storage = await openData(config);
  const clock = createSystemClock();
  const keys = await secretKeys(config.secrets);
  const transport = createWebhookTransport({ allow: config.webhookAllow, version: VERSION, now: clock.now });
  const outlet = { transport, secretBox: keys && createSecretBox(keys), isSending: true, refresh: () => undefined };
  async function* all(userId?: string): AsyncGenerator<OwnedWebhook> {
    for (let after: string | undefined; ;) {
      const page = await storage.webhooks.listAll({ limit: PAGE, after });
      for (const candidate of page) if (userId === undefined || candidate.userId === userId) yield candidate;
      if (page.length < PAGE) return;
      after = page.at(-1)!.webhook.id;
    }
  }
  try {
    return await work({
      storage,
      all,
      async find(id) {
        for await (const candidate of all()) if (candidate.webhook.id === id) return candidate;
        throw new CliError(`There is no webhook with the id ${id}.`);
      },
      async asUser(userId) {
        const tier = await storage.users.ensure(userId, config.defaultTier);
        return {
          storage,
          clock,
          outlet,
          newId: randomUUID,
          version: VERSION,
          actor: { userId, tier, scopes: new Set() },
        };
      },
    });
  } finally {
    transport.close();
    await storage.close();
  }
}
