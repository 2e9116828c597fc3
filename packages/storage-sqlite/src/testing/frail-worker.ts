import { parentPort, threadId } from "node:worker_threads";
import type { SearchMessage } from "../search-worker/protocol.ts";

// A search worker that fails on some calls and answers the others with the id of its thread.
parentPort!.on("message", (messages: readonly SearchMessage[]) => {
  for (const { id, name } of messages) {
    if (name === "counts") process.exit(3);
    if (name === "checkpoint") throw new Error("The worker broke.");
    if (name === "ping") parentPort!.postMessage([{ id, error: { message: "disk image is malformed", errcode: 11 } }]);
    else parentPort!.postMessage([{ id, value: threadId }]);
  }
});
