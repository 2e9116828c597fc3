import { parentPort } from "node:worker_threads";
import { startTouchyProvider } from "./provider.ts";

const { url } = await startTouchyProvider();
parentPort!.postMessage({ url });
