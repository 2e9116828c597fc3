import { parentPort, workerData } from "node:worker_threads";
import { createSearchHandlers } from "./handlers.ts";
import type { SearchFailure, SearchMessage, SearchReply, SearchWorkerData } from "./protocol.ts";

/** Longest wait of a reply for others to be sent with. */
const TOGETHER_MS = 1;

const handlers = createSearchHandlers(workerData as SearchWorkerData);
const port = parentPort!;
const replies: SearchReply[] = [];
let waitingSince = 0;

port.on("message", (messages: readonly SearchMessage[]) => {
  for (const { id, name, input } of messages) void answer(id, name, input);
});

async function answer(id: number, name: SearchMessage["name"], input: readonly unknown[]): Promise<void> {
  const reply = await replyTo(id, name, input);
  if (replies.length === 0) {
    waitingSince = performance.now();
    setImmediate(send);
  }
  replies.push(reply);
  if (performance.now() - waitingSince > TOGETHER_MS) send();
}

function send(): void {
  if (replies.length > 0) port.postMessage(replies.splice(0));
}

async function replyTo(id: number, name: SearchMessage["name"], input: readonly unknown[]): Promise<SearchReply> {
  try {
    // Safe because the other end of the port sends only calls of `SearchCalls`.
    const handler = handlers[name] as (...values: readonly unknown[]) => unknown;
    return { id, value: await handler(...input) };
  } catch (error) {
    return { id, error: failureOf(error) };
  }
}

function failureOf(error: unknown): SearchFailure {
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, stack: error.stack, ...("errcode" in error && { errcode: error.errcode }) };
}
