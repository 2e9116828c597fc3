import type { Sender, SenderReport, Services } from "@knote/api";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** What is counted of webhooks. */
export interface WebhookMetrics {
  readonly attempted: (ended: Pick<Parameters<SenderReport["attempt"]>[0], "outcome" | "ms" | "delayMs">) => void;
  readonly stopped: (reason: string) => void;
  /** Shows the places of a sender from now on. */
  watch(lanes: Sender["lanes"]): void;
}

/** Of a service without a metrics token. */
export const NO_WEBHOOK_METRICS: WebhookMetrics = { attempted() {}, stopped() {}, watch() {} };

const ATTEMPT_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15];
const DELAY_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 60, 600];

/** Adds the figures of webhooks. */
export function addWebhookMetrics(registry: Registry, { storage, clock }: Services): WebhookMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: "knote_webhook_attempts_total",
    help: "Attempts of webhooks by what came of them.",
    labelNames: ["outcome"],
    registers,
  });
  const durations = new Histogram({
    name: "knote_webhook_attempt_seconds",
    help: "Time from the beginning of an attempt to the head of the answer, or to its failure.",
    buckets: ATTEMPT_BUCKETS,
    registers,
  });
  const delays = new Histogram({
    name: "knote_webhook_delay_seconds",
    help: "Time from an event to the beginning of its first attempt.",
    buckets: DELAY_BUCKETS,
    registers,
  });
  const stops = new Counter({
    name: "knote_webhooks_stopped_total",
    help: "Webhooks that stopped by themselves, by reason.",
    labelNames: ["reason"],
    registers,
  });
  addStoreGauges(registry, { storage, clock });
  return {
    attempted({ outcome, ms, delayMs }) {
      attempts.inc({ outcome });
      durations.observe(ms / 1_000);
      if (delayMs !== null) delays.observe(delayMs / 1_000);
    },
    stopped: (reason) => stops.inc({ reason }),
    watch: (lanes) => addLaneGauges(registry, lanes),
  };
}

/** Adds what the store knows; NaN while it is away. */
function addStoreGauges(registry: Registry, { storage, clock }: Pick<Services, "storage" | "clock">): void {
  const registers = [registry];
  // The three gauges of one rendering share one read.
  let reading: ReturnType<typeof storage.webhooks.figures> | null = null;
  const figures = () => {
    reading ??= storage.webhooks.figures().finally(() => (reading = null));
    return reading.catch(() => null);
  };
  new Gauge({
    name: "knote_webhook_waiting",
    help: "Deliveries that wait for an attempt.",
    registers,
    async collect() {
      this.set((await figures())?.waiting ?? NaN);
    },
  });
  new Gauge({
    name: "knote_webhook_lag_seconds",
    help: "How long the oldest due delivery has waited, of webhooks that are neither failing nor stopped.",
    registers,
    async collect() {
      const read = await figures();
      const lag = read?.oldestDue == null ? 0 : Math.max(0, clock.now() - read.oldestDue) / 1_000;
      this.set(read === null ? NaN : lag);
    },
  });
  new Gauge({
    name: "knote_webhooks",
    help: "Webhooks by how their receivers answer.",
    labelNames: ["standing"],
    registers,
    async collect() {
      const read = await figures();
      for (const standing of ["active", "failing", "stopped"] as const)
        this.set({ standing }, read?.byStanding[standing] ?? NaN);
    },
  });
}

function addLaneGauges(registry: Registry, { underWay, limits }: Sender["lanes"]): void {
  const labelNames = ["lane"] as const;
  new Gauge({
    name: "knote_webhook_under_way",
    help: "Attempts under way.",
    labelNames,
    registers: [registry],
    collect() {
      for (const [lane, count] of Object.entries(underWay())) this.set({ lane }, count);
    },
  });
  const most = new Gauge({
    name: "knote_webhook_under_way_limit",
    help: "Most attempts at a time.",
    labelNames,
    registers: [registry],
  });
  for (const [lane, limit] of Object.entries(limits)) most.set({ lane }, limit);
}
