import { DomainError, type EmbeddingReport, type TextEmbedder } from "@knote/api";
import type { Logger } from "pino";

interface Options {
  readonly log: Logger;
  readonly now: () => number;
  /** USD per million tokens; null when unknown. */
  readonly priceOf: (model: string) => number | null;
}

const TEXT_REFUSED = "the embedder refuses a note's text; the note is found by its words and will be tried again";

/** Logs a change of the embedder: its estimate, its progress and its end. */
export function createEmbeddingLog({ log, now, priceOf }: Options): (report: EmbeddingReport) => void {
  const failures = new Map<string, (error: unknown) => void>();
  return (report) => {
    if (report.kind === "waiting" || report.kind === "postponed") {
      const key = `${report.kind} ${report.model}`;
      const tell =
        failures.get(key) ?? createIndexerLog(log, now, report.kind === "postponed" ? TEXT_REFUSED : undefined);
      failures.set(key, tell);
      tell(report.error);
    } else if (report.kind === "progress") {
      const { done, total, notesPerSecond, secondsLeft } = report.progress;
      const rate = Number(notesPerSecond.toPrecision(2));
      log.info({ model: report.model, done, total, notesPerSecond: rate, secondsLeft }, "embedding notes");
    } else {
      const { from, to } = report;
      if (report.kind === "changed") log.info({ from, to }, "the embedder has changed: the new vectors answer");
      else log.info({ from, to, ...costs(report, priceOf) }, changing(report));
    }
  };
}

type Changing = EmbeddingReport & { readonly kind: "changing" };

function costs({ to, estimate }: Changing, priceOf: Options["priceOf"]) {
  const price = priceOf(to);
  return {
    ...estimate,
    ...(price !== null && { usd: Number(((estimate.tokens * price) / 1_000_000).toPrecision(2)) }),
  };
}

function changing({ isAsked }: Changing): string {
  const meanwhile = isAsked ? "the earlier vectors answer" : "notes are found by their words alone";
  return `the embedder changes: all notes are embedded again; until then ${meanwhile}`;
}

const REPEAT_AFTER_MS = 3_600_000;
const WAITING = "indexing waits; notes are safe and found by their words";

/** Logs a failure of the indexer, which retries every few seconds, once an hour or when the message changes. */
export function createIndexerLog(log: Logger, now: () => number, meaning = WAITING): (error: unknown) => void {
  let last = "";
  let loggedAt = 0;
  return (error) => {
    const message = error instanceof Error ? error.message : String(error);
    if (message === last && now() - loggedAt < REPEAT_AFTER_MS) return;
    last = message;
    loggedAt = now();
    const isDomainError = DomainError.is(error);
    log.warn(isDomainError ? { reason: message } : { err: error }, meaning);
  };
}

type EmbedderStatus = ReturnType<TextEmbedder["status"]>;

const MEANINGS: Readonly<Record<EmbedderStatus, string>> = {
  ready: "the embedder is ready",
  loading: "the embedder is not ready yet",
  down: "the embedder is down: notes are found by their words alone",
};

/** Logs each status of the embedder with what it means for the service. */
export function createEmbedderLog(log: Logger): (status: EmbedderStatus, reason?: string) => void {
  return (status, reason) => log[status === "ready" ? "info" : "warn"]({ reason }, MEANINGS[status]);
}
