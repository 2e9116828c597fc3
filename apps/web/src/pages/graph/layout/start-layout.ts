import type { LayoutInput } from "./force-layout.ts";
import type { LayoutAnswer, LayoutRequest } from "./serve-layout.ts";

/** Between two frames where nothing is slow. */
const FRAME_MS = 17;

export interface Layout {
  /** Begins again from where the notes are. */
  start(input: LayoutInput): void;
  stop(): void;
  dispose(): void;
}

/** Lays the graph out in a worker; `draw` is told positions in the order of the notes and returns once they show. */
export function startLayoutWorker(draw: (positions: Float32Array, isDone: boolean) => void): Layout {
  const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
  const say = (request: LayoutRequest): void => worker.postMessage(request);
  let run = 0;
  worker.addEventListener("message", ({ data }: MessageEvent<LayoutAnswer>) => {
    if (data.run !== run) return;
    requestAnimationFrame((began) => {
      if (data.run === run) draw(data.positions, data.isDone);
      const calledMs = performance.now() - began;
      // Software that stands in for a graphics card draws after the call, and the next frame waits for it.
      requestAnimationFrame((next) => {
        say({ kind: "drawn", run: data.run, tookMs: Math.max(calledMs, next - began - FRAME_MS) });
      });
    });
  });
  return {
    start: (input) => say({ kind: "start", run: ++run, ...input }),
    stop() {
      run += 1;
      say({ kind: "stop" });
    },
    dispose: () => worker.terminate(),
  };
}
