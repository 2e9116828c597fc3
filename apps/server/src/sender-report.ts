import type { SenderReport } from "@knote/api";
import { createUserHash, type WebhookMetrics } from "@knote/rest";
import type { Logger } from "pino";

/** Creates what the sender reports to: the metrics, and the log, which names hosts of receivers but never paths. */
export function createSenderReport(log: Logger, logKey: string, metrics: WebhookMetrics): SenderReport {
  const userHash = createUserHash(logKey);
  return {
    attempt(result) {
      metrics.attempted(result);
      const { webhookId: webhook, host, outcome, ms } = result;
      log.debug({ webhook, host, outcome, ms }, "webhook attempted");
    },
    stopped({ userId, id: webhook, host, reason }) {
      metrics.stopped(reason);
      log.warn({ user: userHash(userId), webhook, host, reason }, "webhook stopped");
    },
    failed: (error) => log.warn({ err: error }, "sending webhooks failed; it goes on"),
  };
}
