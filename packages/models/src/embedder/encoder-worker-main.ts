import os from "node:os";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { EncodeRequest, EncoderReply } from "./encoder-messages.ts";
import { createNativeGate } from "./native-gate.ts";
import { loadSentenceEncoder, type SentenceEncoder } from "./sentence-encoder.ts";

export interface EncoderWorkerData {
  readonly assetsUrl: string;
  readonly gate: SharedArrayBuffer;
}

const BELOW_THE_REQUEST_THREAD = 10;

if (parentPort !== null) await serve(parentPort, workerData);

async function serve(port: MessagePort, data: EncoderWorkerData): Promise<void> {
  const gate = createNativeGate(data.gate);
  const send = (reply: EncoderReply, transfer: ArrayBuffer[] = []) => port.postMessage(reply, transfer);
  try {
    lowerPriorityOfThisThread();
    const encoder = await gate.pass(() => loadWarm(new URL(data.assetsUrl)));
    if (encoder === undefined) return;
    port.on("message", (request: EncodeRequest) => void gate.pass(() => answer(encoder, request, send)));
    send({ kind: "ready" });
  } catch (error) {
    send({ kind: "unusable", reason: messageOf(error) });
  }
}

/** The first run sets up buffers; after it the model is as fast as it gets. */
async function loadWarm(assetsUrl: URL): Promise<SentenceEncoder> {
  const encoder = await loadSentenceEncoder(assetsUrl);
  await encoder.encode("");
  return encoder;
}

async function answer(
  encoder: SentenceEncoder,
  { id, text }: EncodeRequest,
  send: (reply: EncoderReply, transfer?: ArrayBuffer[]) => void,
): Promise<void> {
  try {
    const vector = await encoder.encode(text);
    send({ kind: "vector", id, vector }, [vector.buffer as ArrayBuffer]);
  } catch (error) {
    send({ kind: "failed", id, reason: messageOf(error) });
  }
}

/** Linux alone sets this by thread; elsewhere it would slow the whole process. */
function lowerPriorityOfThisThread(): void {
  if (process.platform === "linux") os.setPriority(0, BELOW_THE_REQUEST_THREAD);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
