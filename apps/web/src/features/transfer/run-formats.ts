import type { ReadSource } from "@knote/formats";
import type { ExportFile, FormatsAnswer, FormatsRequest } from "./serve-formats.ts";

/** What was picked cannot be read; the message is a sentence. */
export class SourceRefusal extends Error {
  override readonly name = "SourceRefusal";
}

type ResultOf<Request extends FormatsRequest> = Request["kind"] extends "read" ? ReadSource : ExportFile;

/** Runs a request in a worker of its own, which ends with it; rejects with `Refused`, or when it is cancelled. */
export function runFormats<Request extends FormatsRequest>(
  request: Request,
  {
    onProgress,
    signal,
  }: {
    readonly onProgress: (doneCount: number, total: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<ResultOf<Request>> {
  const worker = new Worker(new URL("./formats-worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<ResultOf<Request>>();
  worker.addEventListener("message", ({ data }: MessageEvent<FormatsAnswer>) => {
    if (data.kind === "progress") onProgress(data.doneCount, data.total);
    // Safe because the worker answers a request with its own kind of result.
    else if (data.kind === "done") resolve(data.result as ResultOf<Request>);
    else reject(new SourceRefusal(data.detail));
  });
  worker.addEventListener("error", (event) => reject(new Error(event.message || "The worker could not be started.")));
  signal.addEventListener("abort", () => reject(signal.reason as Error));
  worker.postMessage(request);
  return promise.finally(() => worker.terminate());
}
