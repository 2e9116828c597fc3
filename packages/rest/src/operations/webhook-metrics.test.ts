import { testServices } from "@knote/testkit";
import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { addWebhookMetrics } from "./webhook-metrics.ts";

/** The lines of the metrics without those of buckets. */
async function linesOf(registry: Registry): Promise<string[]> {
  const text = await registry.metrics();
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#") && !line.includes("_bucket"));
}

it("counts attempts and stops, and shows what waits and which places are taken", async () => {
  const services = testServices();
  const { storage, clock, outlet } = services;
  const registry = new Registry();
  const metrics = addWebhookMetrics(registry, services);
  metrics.attempted({ outcome: "delivered", ms: 20, delayMs: 5 });
  metrics.attempted({ outcome: "timeout", ms: 15_000, delayMs: null });
  metrics.stopped("gone");
  metrics.watch({ underWay: () => ({ quick: 3, slow: 1 }), limits: { quick: 48, slow: 16 } });
  const secret = outlet.secretBox!.seal("a-secret", { userId: "ada", webhookId: "w" });
  await storage.webhooks.insert(
    "ada",
    {
      id: "w",
      url: "https://example.com/secret-path",
      events: ["note.created"],
      payload: "documented",
      name: "",
      secret,
      madeWith: "sign-in",
      createdAt: clock.now(),
    },
    1,
  );
  const timestamp = new Date(clock.now()).toISOString();
  const message = { id: "msg_1", event: "note.created", timestamp, noteIds: [], data: "{}", detail: "{}" } as const;
  await storage.webhooks.add("ada", [message]);
  clock.advance(90_000);
  expect(await linesOf(registry)).toEqual([
    'knote_webhook_attempts_total{outcome="delivered"} 1',
    'knote_webhook_attempts_total{outcome="timeout"} 1',
    "knote_webhook_attempt_seconds_sum 15.02",
    "knote_webhook_attempt_seconds_count 2",
    "knote_webhook_delay_seconds_sum 0.005",
    "knote_webhook_delay_seconds_count 1",
    'knote_webhooks_stopped_total{reason="gone"} 1',
    "knote_webhook_waiting 1",
    "knote_webhook_lag_seconds 90",
    'knote_webhooks{standing="active"} 1',
    'knote_webhooks{standing="failing"} 0',
    'knote_webhooks{standing="stopped"} 0',
    'knote_webhook_under_way{lane="quick"} 3',
    'knote_webhook_under_way{lane="slow"} 1',
    'knote_webhook_under_way_limit{lane="quick"} 48',
    'knote_webhook_under_way_limit{lane="slow"} 16',
  ]);
});

it("is not a number for what the store knows while it is away, and goes on with the rest", async () => {
  const services = testServices();
  const away = async () => Promise.reject(new Error("away"));
  const storage = { ...services.storage, webhooks: { ...services.storage.webhooks, figures: away } };
  const registry = new Registry();
  addWebhookMetrics(registry, { ...services, storage }).stopped("tier");
  const lines = await linesOf(registry);
  expect(lines).toContain("knote_webhook_waiting Nan");
  expect(lines).toContain("knote_webhook_lag_seconds Nan");
  expect(lines).toContain('knote_webhooks_stopped_total{reason="tier"} 1');
});
