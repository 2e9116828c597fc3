import { Session } from "node:inspector/promises";
import { parentPort } from "node:worker_threads";
import { readMarkdown } from "../kit/markdown/read-markdown.ts";

/** Counts how often parts of the parser run, in its own thread so that no other coverage measurement interferes. */
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

parentPort!.on("message", (text: string) => void count(text));

async function count(text: string): Promise<void> {
  await session.post("Profiler.takePreciseCoverage");
  readMarkdown(text);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const steps = result
    .filter(({ url }) => /micromark|mdast|unist|src\/kit\/markdown/.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map((range) => range.count)))
    .reduce((sum, one) => sum + one, 0);
  parentPort!.postMessage(steps);
}
