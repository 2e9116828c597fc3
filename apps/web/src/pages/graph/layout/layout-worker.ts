import { type LayoutRequest, serveLayout } from "./serve-layout.ts";

/** The worker globals used here; the page's types declare those of a window. */
const worker = globalThis as unknown as {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<LayoutRequest>) => void): void;
};
const turns = new MessageChannel();
const waiting: (() => void)[] = [];
turns.port1.addEventListener("message", () => waiting.shift()?.());
turns.port1.start();

const hear = serveLayout({
  post: (answer) => worker.postMessage(answer, [answer.positions.buffer]),
  now: () => performance.now(),
  defer(work) {
    waiting.push(work);
    turns.port2.postMessage(null);
  },
});
worker.addEventListener("message", ({ data }) => hear(data));
