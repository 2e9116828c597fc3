import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { BuiltInModel } from "./built-in-models.ts";
import type { EncodeRequest, EncoderReply } from "./encoder-messages.ts";
import { fetchModel } from "./fetch-model.ts";
import { lowerPriorityOfThisThread } from "./lower-priority.ts";
import { createNativeGate } from "./native-gate.ts";
import { loadSentenceEncoder, type SentenceEncoder } from "./sentence-encoder.ts";

export interface EncoderModel {
  readonly model: BuiltInModel;
  /** Where the files are of a model that is fetched. */
  readonly fetchedFolder: string;
}

export interface EncoderWorkerData extends EncoderModel {
  readonly gate: SharedArrayBuffer;
}

if (parentPort !== null) await serve(parentPort, workerData);

async function serve(port: MessagePort, data: EncoderWorkerData): Promise<void> {
  const gate = createNativeGate(data.gate);
  const send = (reply: EncoderReply, transfer: ArrayBuffer[] = []) => port.postMessage(reply, transfer);
  try {
    lowerPriorityOfThisThread();
    // Outside the gate: a process may end while it fetches.
    await bringFiles(data, (reason) => send({ kind: "fetching", reason }));
    const encoder = await gate.pass(() => loadWarm(data));
    if (encoder === undefined) return;
    port.on("message", (request: EncodeRequest) => void gate.pass(() => answer(encoder, request, send)));
    send({ kind: "ready" });
  } catch (error) {
    send({ kind: "unusable", reason: messageOf(error) });
  }
}

async function bringFiles({ model, fetchedFolder }: EncoderModel, onFetch: (what: string) => void): Promise<void> {
  if (model.isFetched) await fetchModel(new URL(model.assets), fetchedFolder, onFetch);
}

/** Runs the model once, because the first run is slow: it sets up buffers. */
async function loadWarm({ model, fetchedFolder }: EncoderModel): Promise<SentenceEncoder> {
  const encoder = await loadSentenceEncoder(model, fetchedFolder);
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
