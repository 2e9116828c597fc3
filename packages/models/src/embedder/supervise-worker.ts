import { DomainError, type TextEmbedder } from "@knote/api";
import type { EncodeRequest, EncoderReply } from "./encoder-messages.ts";
import type { EncoderWorker, StartEncoderWorker } from "./encoder-worker.ts";

export type EmbedderStatus = ReturnType<TextEmbedder["status"]>;
export type EncoderAnswer = Extract<EncoderReply, { readonly id: number }>;

export interface SupervisedWorkerOptions {
  readonly startWorker: StartEncoderWorker;
  /** Called for each change, with a reason for `loading` and `down`. */
  readonly onStatus?: ((status: EmbedderStatus, reason?: string) => void) | undefined;
  readonly restartDelayMs: number;
  readonly now: () => number;
}

export interface SupervisedWorkerEvents {
  onReady(): void;
  onAnswer(answer: EncoderAnswer): void;
  /** The text under way is lost, and waiting texts should be rejected. */
  onLost(error: DomainError): void;
}

/** A worker that is restarted after a crash, unless it crashes twice in a short time. */
export interface SupervisedWorker {
  status(): EmbedderStatus;
  /** Estimated time until the worker is ready; 0 when it is. */
  loadingMs(): number;
  /** Only while ready. */
  send(request: EncodeRequest): void;
  stop(): Promise<void>;
}

const USUAL_LOAD_MS = 500;
const LEAST_LOAD_MS = 50;
const CRASH_WINDOW_MS = 10 * 60_000;

export function superviseWorker(options: SupervisedWorkerOptions, events: SupervisedWorkerEvents): SupervisedWorker {
  const { now } = options;
  let status: EmbedderStatus = "loading";
  let worker: EncoderWorker | undefined;
  let restart: NodeJS.Timeout | undefined;
  let readyExpectedAt = 0;
  let lastCrashAt = -Infinity;

  function start(): void {
    readyExpectedAt = now() + USUAL_LOAD_MS;
    worker = options.startWorker({ onReply, onCrash });
  }

  function change(next: EmbedderStatus, reason?: string): void {
    status = next;
    options.onStatus?.(next, reason);
  }

  function onReply(reply: EncoderReply): void {
    if (reply.kind === "ready") {
      change("ready");
      events.onReady();
    } else if (reply.kind === "fetching") {
      change("loading", reply.reason);
    } else if (reply.kind === "unusable") {
      void worker?.stop();
      change("down", reply.reason);
      events.onLost(modelUnavailable(reply.reason));
    } else {
      events.onAnswer(reply);
    }
  }

  function onCrash(cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const crashedBefore = now() - lastCrashAt < CRASH_WINDOW_MS;
    lastCrashAt = now();
    if (!crashedBefore) {
      readyExpectedAt = now() + options.restartDelayMs + USUAL_LOAD_MS;
      restart = setTimeout(start, options.restartDelayMs);
    }
    change(crashedBefore ? "down" : "loading", reason);
    events.onLost(modelUnavailable(cause));
  }

  start();
  return {
    status: () => status,
    loadingMs: () => (status === "loading" ? Math.max(LEAST_LOAD_MS, readyExpectedAt - now()) : 0),
    send: (request) => worker?.send(request),
    async stop() {
      clearTimeout(restart);
      status = "down";
      await worker?.stop();
    },
  };
}

export function modelUnavailable(cause?: unknown): DomainError {
  return new DomainError("UNAVAILABLE", "The embedding model is not available.", { retryAfterSeconds: 30, cause });
}
