import { hash } from "node:crypto";
import { DomainError, type EmbedPriority, type TextEmbedder } from "@knote/api";
import { ownerOf } from "../embedder/owner-of.ts";
import { createVectorCache } from "../embedder/vector-cache.ts";
import { createProviderLine, type LastAnswer, type ProviderLine } from "../remote/provider-line.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import type { Timing } from "../remote/timing.ts";
import { embeddingBatches } from "./embedding-batches.ts";
import { createEmbeddingCalls, WINDOW_BYTES } from "./embedding-calls.ts";
import { createLane, type Lane, type LaneOptions } from "./lane.ts";
import { isOpenAi } from "./openai-client.ts";

const CACHED_VECTORS = 500;
/** Several times one user's limit of running calls, so that their slow calls leave room for others. */
const QUERIES_AT_ONCE = 64;
const FIRST_LATENCY_MS = 300;
/** Weight of the newest call in the running mean. */
const NEWEST = 0.2;

/** A person waits: no vector is better than a late one. */
const FOREGROUND_TIMING: Timing = {
  silenceMs: 10_000,
  totalMs: 15_000,
  firstRetryMs: 250,
  longestRetryMs: 2_000,
  coolDownMs: 15_000,
};
const BACKGROUND_TIMING: Timing = {
  silenceMs: 60_000,
  totalMs: 300_000,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
  coolDownMs: 15_000,
};

type BatchOptions = Pick<LaneOptions, "signal" | "userId">;

/**
 * Creates an embedder for OpenAI or a compatible server. A query never waits for background texts, which are sent one
 * batch at a time. For an unknown model `dimensions` is 0 until the first reply.
 */
export function createOpenAiEmbedder(options: RemoteOptions): TextEmbedder {
  const calls = createEmbeddingCalls(options);
  const lastAnswer: LastAnswer = { at: -Infinity };
  const foreground = lineOf(options, FOREGROUND_TIMING, lastAnswer);
  const inBackground = lineOf(options, BACKGROUND_TIMING, lastAnswer);
  const lines: Record<EmbedPriority, ProviderLine> = { query: foreground, live: foreground, background: inBackground };
  const lanes: Record<EmbedPriority, Lane> = {
    query: createLane(QUERIES_AT_ONCE),
    live: createLane(4),
    background: createLane(1),
  };
  const cache = createVectorCache(CACHED_VECTORS);
  const closeController = new AbortController();
  let latencyMs = FIRST_LATENCY_MS;

  function status(userId?: string): "ready" | "down" {
    const down =
      closeController.signal.aborted || foreground.status(userId) === "down" || inBackground.status(userId) === "down";
    return down ? "down" : "ready";
  }

  async function embedBatch(texts: readonly string[], priority: EmbedPriority, call: BatchOptions) {
    const since = performance.now();
    const vectors = await lines[priority].call((end) => calls.send(texts, end), { ...call, texts });
    if (priority !== "background") latencyMs += NEWEST * (performance.now() - since - latencyMs);
    return vectors;
  }

  return {
    model: embedderName(options),
    isRemote: true,
    get dimensions() {
      return calls.dimensions() ?? 0;
    },
    status: () => status(),
    queueDelayMs: (_length, userId) => Math.round(lanes.live.roundsAhead(userId) * latencyMs),
    async embed(texts, call) {
      const { priority, signal: caller } = call;
      const signal = caller ? AbortSignal.any([caller, closeController.signal]) : closeController.signal;
      signal.throwIfAborted();
      const owners = new Map(texts.map((text, place) => [text, ownerOf(call, place)]));
      const vectors = new Map([...owners].map(([text, userId]) => [text, cache.get(userId, text)]));
      const missing = [...vectors].flatMap(([text, vector]) => (vector ? [] : [text]));
      const user = commonUser(missing.map((text) => owners.get(text)));
      if (missing.length > 0 && status(user) === "down") throw unavailable("The embedding model cannot be reached.");
      for (const batch of embeddingBatches(missing, WINDOW_BYTES)) {
        const userId = commonUser(batch.map((text) => owners.get(text)));
        const turn = { signal, userId: owners.get(batch[0]!) };
        const fresh = await lanes[priority].run(() => embedBatch(batch, priority, { signal, userId }), turn);
        batch.forEach((text, place) => {
          vectors.set(text, fresh[place]);
          // Background texts are not embedded again soon; they would only displace questions.
          if (priority !== "background") cache.set(owners.get(text), text, fresh[place]!);
        });
      }
      return texts.map((text) => vectors.get(text)!.slice());
    },
    async close() {
      closeController.abort(unavailable("The embedding model is closed."));
    },
  };
}

/** Returns the one user whom all texts belong to, if there is one. */
function commonUser(users: readonly (string | undefined)[]): string | undefined {
  return users.every((user) => user === users[0]) ? users[0] : undefined;
}

function lineOf({ apiKey, onFailure, timing }: RemoteOptions, usual: Timing, lastAnswer: LastAnswer): ProviderLine {
  const what = "The embedding model";
  return createProviderLine({ what, apiKey, timing: { ...usual, ...timing }, onFailure, lastAnswer });
}

/** Includes a hash of the server, as two servers can use one name for different models. Its address can be private. */
function embedderName({ model, baseUrl }: RemoteOptions): string {
  if (baseUrl === undefined || isOpenAi(baseUrl)) return `openai:${model}`;
  return `openai:${model}@${hash("sha256", new URL(baseUrl).host).slice(0, 8)}`;
}

function unavailable(message: string): DomainError {
  return new DomainError("UNAVAILABLE", message, { retryAfterSeconds: 5 });
}
