import { checkComponents, pendingNotes, type Services } from "@knote/api";
import { TOKEN_KINDS } from "@knote/contract";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { McpCallEnd } from "@knote/mcp";
import type { RequestMetrics } from "../http/responder.ts";
import type { Admission } from "../overload/admission.ts";
import { addWebhookMetrics, NO_WEBHOOK_METRICS, type WebhookMetrics } from "./webhook-metrics.ts";

export interface Metrics extends RequestMetrics {
  readonly webhooks: WebhookMetrics;
  mcpCallEnded(end: McpCallEnd): void;
  /** Renders the metrics in the format that `contentType` names. */
  render(): Promise<string>;
  readonly contentType: string;
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of a service without a metrics token. */
export const NO_METRICS: Metrics = {
  requestEnded() {},
  quotaRefused() {},
  mcpCallEnded() {},
  webhooks: NO_WEBHOOK_METRICS,
  render: async () => "",
  contentType: "text/plain",
};

/** Creates the metrics for Prometheus: figures only, nothing about users. */
export function createMetrics(services: Services, admission: Admission, streamClients: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "knote_http_request_duration_seconds",
    help: "Time from a request to the end of its response.",
    labelNames: ["route", "method", "status"],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: "knote_quota_refusals_total",
    help: "Questions refused because the monthly quota was used up.",
    registers,
  });
  const mcpCalls = new Counter({
    name: "knote_mcp_calls_total",
    help: "Calls of MCP tools.",
    labelNames: ["tool", "outcome", "era"],
    registers,
  });
  const mcpDurations = new Histogram({
    name: "knote_mcp_call_seconds",
    help: "Time from a call of an MCP tool to its result.",
    labelNames: ["tool"],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const { storage, configuredEmbedder, clock } = services;
  const { vectors } = storage;
  addGauges(registry, {
    knote_stream_clients: ["Clients of the activity stream.", streamClients],
    knote_index_pending_notes: ["Notes waiting to be indexed.", () => pendingNotes(services)],
    knote_index_postponed_notes: [
      "Notes whose text the embedder refused, to be retried later.",
      () => (vectors.recentPostponed ?? vectors.countPostponed)(configuredEmbedder.model),
    ],
    knote_index_lag_seconds: [
      "How long the oldest waiting note has waited for its vectors.",
      async () =>
        Math.max(0, clock.now() - ((await storage.vectors.dueSince(configuredEmbedder.model)) ?? Infinity)) / 1000,
    ],
    knote_embed_queue_delay_seconds: [
      "Time that a new text would wait for its embedding.",
      () => services.embedder.queueDelayMs() / 1000,
    ],
    knote_waiting_writes: ["Writes that are not durable yet.", () => storage.waiting().writes],
    ...(storage.waitingEvents && {
      knote_waiting_events: ["Events that wait for the activity log.", () => storage.waitingEvents!()],
    }),
    knote_waiting_searches: ["Searches that are not answered yet.", () => storage.waiting().searches],
  });
  addTokenGauge(registry, services);
  addHealthGauge(registry, services);
  addWork(registry, admission);
  return {
    requestEnded: ({ route, method, status, seconds }) => durations.observe({ route, method, status }, seconds),
    quotaRefused: () => refusals.inc(),
    mcpCallEnded({ tool, outcome, era, ms }) {
      mcpCalls.inc({ tool, outcome, era });
      mcpDurations.observe({ tool }, ms / 1000);
    },
    webhooks: addWebhookMetrics(registry, services),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

type Reading = readonly [help: string, read: () => number | Promise<number>];

/** Adds gauges that read NaN while their database is away, so that the others are still reported. */
function addGauges(registry: Registry, readings: Readonly<Record<string, Reading>>): void {
  for (const [name, [help, read]] of Object.entries(readings)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await Promise.try(read).catch(() => NaN));
      },
    });
  }
}

function addTokenGauge(registry: Registry, { storage, clock }: Services): void {
  new Gauge({
    name: "knote_tokens",
    help: "Personal tokens and grants that are valid.",
    labelNames: ["kind"],
    registers: [registry],
    async collect() {
      const counts = await storage.tokens.counts(clock.now()).catch(() => null);
      for (const kind of TOKEN_KINDS) this.set({ kind }, counts?.[kind] ?? NaN);
    },
  });
}

function addHealthGauge(registry: Registry, services: Services): void {
  new Gauge({
    name: "knote_up",
    help: "1 for a part of the service that answers, 0 for one that is down.",
    labelNames: ["part"],
    registers: [registry],
    async collect() {
      for (const [part, isUp] of Object.entries(await checkComponents(services))) this.set({ part }, isUp ? 1 : 0);
    },
  });
}

/** Adds the figures of admitted and refused requests, by kind of work. */
function addWork(registry: Registry, admission: Admission): void {
  const registers = [registry];
  const labelNames = ["work"] as const;
  new Gauge({
    name: "knote_work_under_way",
    help: "Admitted requests that are not done.",
    labelNames,
    registers,
    collect() {
      for (const { work, underWay } of admission.figures) this.set({ work }, underWay);
    },
  });
  new Gauge({
    name: "knote_work_limit",
    help: "Most requests admitted at a time.",
    labelNames,
    registers,
    collect() {
      for (const { work, most } of admission.figures) this.set({ work }, most);
    },
  });
  new Counter({
    name: "knote_work_shed_total",
    help: "Requests refused because too much was under way.",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { work, shed } of admission.figures) this.inc({ work }, shed);
    },
  });
  new Counter({
    name: "knote_work_shed_of_one_total",
    help: "Requests refused because their user's share was used up; part of knote_work_shed_total.",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { work, shedOfOne } of admission.figures) this.inc({ work }, shedOfOne);
    },
  });
}
