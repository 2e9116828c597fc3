import { Worker } from "node:worker_threads";
import type { EncodeRequest, EncoderReply } from "./encoder-messages.ts";
import type { EncoderModel, EncoderWorkerData } from "./encoder-worker-main.ts";
import { createNativeGate } from "./native-gate.ts";

/** The thread that a model runs on. */
export interface EncoderWorker {
  send(request: EncodeRequest): void;
  stop(): Promise<void>;
}

export interface EncoderWorkerEvents {
  onReply(reply: EncoderReply): void;
  /** The thread ended without being stopped; nothing follows. */
  onCrash(cause: unknown): void;
}

export type StartEncoderWorker = (events: EncoderWorkerEvents) => EncoderWorker;

// Tokenizer and loader need about 30 MB. A small young generation limits the garbage of tokenising.
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 };
/** More than loading takes on a slow machine. */
const EXIT_TIMEOUT_MS = 5_000;

export function startEncoderWorker(model: EncoderModel, events: EncoderWorkerEvents): EncoderWorker {
  keepRuntimeSilent();
  const gate = createNativeGate();
  const data: EncoderWorkerData = { ...model, gate: gate.memory };
  const worker = new Worker(new URL("./encoder-worker-main.ts", import.meta.url), {
    name: "embedder",
    workerData: data,
    resourceLimits: HEAP,
  });
  const onProcessExit = () => gate.shutNow(EXIT_TIMEOUT_MS);
  process.once("exit", onProcessExit);
  let hasEnded = false;

  function onEnd(cause: unknown): void {
    gate.abandon();
    process.off("exit", onProcessExit);
    if (hasEnded) return;
    hasEnded = true;
    events.onCrash(cause);
  }

  worker.on("message", (reply: EncoderReply) => {
    if (!hasEnded) events.onReply(reply);
  });
  worker.on("error", onEnd);
  worker.on("exit", (code) => onEnd(new Error(`The embedder's thread ended with code ${code}.`)));
  return {
    send: (request) => worker.postMessage(request),
    async stop() {
      hasEnded = true;
      await gate.shut();
      await worker.terminate();
    },
  };
}

/** Turns off the runtime's telemetry. The runtime reads the environment of the main thread only. */
function keepRuntimeSilent(): void {
  // oxlint-disable-next-line node/no-process-env -- the runtime's own setting; there is no other way to pass it.
  process.env.ORT_DISABLE_TELEMETRY = "1";
}
