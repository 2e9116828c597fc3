import { DomainError, type EmbedOptions, type EmbedPriority, type TextEmbedder } from "@knote/api";
import { createEmbedQueue, type QueuedText } from "./embed-queue.ts";
import {
  type EncoderAnswer,
  modelUnavailable,
  type SupervisedWorkerOptions,
  superviseWorker,
} from "./supervise-worker.ts";
import { ownerOf } from "./owner-of.ts";
import { createVectorCache } from "./vector-cache.ts";
import { createWorkEstimate, unitsOf } from "./work-estimate.ts";

export interface QueuedEmbedderOptions extends SupervisedWorkerOptions {
  readonly model: string;
  readonly dimensions: number;
  readonly isEnglishOnly?: boolean;
  /** Most texts that wait at each priority; further calls are refused. */
  readonly maxWaiting: number;
  readonly cachedVectors: number;
  /** What the model expects before a text. */
  readonly prefixes: { readonly question: string; readonly note: string };
}

interface Job extends QueuedText {
  readonly text: string;
  readonly vector: PromiseWithResolvers<Float32Array>;
}

/**
 * Creates an embedder with one worker, which gets one text at a time, so that the most urgent text waits for at most
 * the one under way.
 */
export function createQueuedEmbedder(options: QueuedEmbedderOptions): TextEmbedder {
  const queue = createEmbedQueue<Job>();
  const cache = createVectorCache(options.cachedVectors);
  const estimate = createWorkEstimate();
  let underWay: { readonly id: number; readonly job: Job; readonly since: number } | undefined;
  let lastId = 0;
  const worker = superviseWorker(options, { onReady: sendNext, onAnswer, onLost: rejectAll });

  async function embed(texts: readonly string[], call: EmbedOptions): Promise<Float32Array[]> {
    const { priority, signal } = call;
    const prefix = options.prefixes[call.isQuestion ? "question" : "note"];
    signal?.throwIfAborted();
    if (worker.status() === "down") throw modelUnavailable();
    const jobs: Job[] = [];
    const vectors = texts.map((text, index) => {
      const job = newJob(prefix + text, priority, ownerOf(call, index));
      const cachedVector = cache.get(job.userId, job.text);
      if (cachedVector !== undefined) return Promise.resolve(cachedVector);
      jobs.push(job);
      return job.vector.promise;
    });
    refuseBeyondLimit(priority, jobs.length);
    jobs.forEach(queue.add);
    const giveUp = () => jobs.forEach((job) => job.vector.reject(signal?.reason));
    signal?.addEventListener("abort", giveUp, { once: true });
    sendNext();
    try {
      return await Promise.all(vectors);
    } finally {
      signal?.removeEventListener("abort", giveUp);
      jobs.forEach(queue.remove);
    }
  }

  function sendNext(): void {
    while (underWay === undefined && worker.status() === "ready") {
      const job = queue.next();
      if (job === undefined) return;
      // Another call may have embedded the same text meanwhile.
      const cachedVector = cache.get(job.userId, job.text);
      if (cachedVector !== undefined) job.vector.resolve(cachedVector);
      else {
        underWay = { id: ++lastId, job, since: options.now() };
        worker.send({ id: lastId, text: job.text });
      }
    }
  }

  function onAnswer(answer: EncoderAnswer): void {
    if (underWay?.id !== answer.id) return;
    const { job, since } = underWay;
    underWay = undefined;
    if (answer.kind === "vector" && hasDirection(answer.vector)) {
      estimate.observe(job.units, options.now() - since);
      cache.set(job.userId, job.text, answer.vector);
      job.vector.resolve(answer.vector);
    } else {
      const cause = answer.kind === "failed" ? answer.reason : "The vector has no direction.";
      job.vector.reject(new DomainError("PROVIDER_FAILED", "The embedding model failed on this text.", { cause }));
    }
    sendNext();
  }

  function rejectAll(error: DomainError): void {
    const lostJobs = underWay === undefined ? queue.clear() : [underWay.job, ...queue.clear()];
    underWay = undefined;
    for (const job of lostJobs) job.vector.reject(error);
  }

  function refuseBeyondLimit(priority: EmbedPriority, more: number): void {
    if (queue.waiting(priority) + more <= options.maxWaiting) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(estimate.ms(queue.unitsAhead(priority)) / 1000));
    throw new DomainError("UNAVAILABLE", "The embedding model has too much to do.", { retryAfterSeconds });
  }

  function queueDelayMs(length = 0, userId?: string): number {
    if (worker.status() === "down") return 0;
    const rest =
      underWay === undefined ? 0 : Math.max(0, estimate.ms(underWay.job.units) - (options.now() - underWay.since));
    const own = length === 0 ? 0 : unitsOf(length);
    return worker.loadingMs() + rest + estimate.ms(queue.unitsAhead("live", userId) + own);
  }

  return {
    model: options.model,
    dimensions: options.dimensions,
    isEnglishOnly: options.isEnglishOnly === true,
    status: worker.status,
    queueDelayMs,
    embed,
    async close() {
      rejectAll(modelUnavailable("closed"));
      await worker.stop();
    },
  };
}

function hasDirection(vector: Float32Array): boolean {
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  return square > 0 && Number.isFinite(square);
}

function newJob(text: string, priority: EmbedPriority, userId: string | undefined): Job {
  return { text, priority, userId, units: unitsOf(text.length), vector: Promise.withResolvers<Float32Array>() };
}
