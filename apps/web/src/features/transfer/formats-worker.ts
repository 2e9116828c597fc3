import { type FormatsAnswer, type FormatsRequest, serveFormats } from "./serve-formats.ts";

/** The worker globals used here; the page's types declare those of a window. */
const worker = globalThis as unknown as {
  postMessage(message: FormatsAnswer): void;
  addEventListener(type: "message", listener: (event: MessageEvent<FormatsRequest>) => void): void;
};

worker.addEventListener("message", ({ data }) => {
  serveFormats(data, (answer) => worker.postMessage(answer)).catch((error: unknown) => {
    // Becomes the worker's error event, which the page reports.
    setTimeout(() => {
      throw error;
    });
  });
});
