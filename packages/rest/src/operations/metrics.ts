import { health, type Services } from "@knote/api";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export interface EndedRequest {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  requestEnded(ended: EndedRequest): void;
  quotaRefused(): void;
  /** In the format that `contentType` names. */
  render(): Promise<string>;
  readonly contentType: string;
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** For a service that nobody watches. */
export const NO_METRICS: Metrics = {
  requestEnded() {},
  quotaRefused() {},
  render: async () => "",
  contentType: "text/plain",
};

/** What Prometheus may know: figures only, nothing of a user. */
export function createMetrics(services: Services, streamClients: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "knote_http_request_duration_seconds",
    help: "Time from a request to the end of its answer.",
    labelNames: ["route", "method", "status"],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: "knote_quota_refusals_total",
    help: "Questions refused because the monthly quota was used up.",
    registers,
  });
  gauge(registry, "knote_stream_clients", "Clients of the activity stream.", streamClients);
  gauge(
    registry,
    "knote_index_pending_notes",
    "Notes still to be indexed.",
    async () => (await health(services)).pending,
  );
  gauge(registry, "knote_embed_queue_delay_seconds", "Time that a text would wait for its embedding.", () => {
    return services.embedder.queueDelayMs() / 1000;
  });
  return {
    requestEnded: ({ route, method, status, seconds }) => durations.observe({ route, method, status }, seconds),
    quotaRefused: () => refusals.inc(),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function gauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}
