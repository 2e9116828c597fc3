import type { LayoutInput } from "./force-layout.ts";
import type { LayoutAnswer, LayoutRequest } from "./serve-layout.ts";

/** Time between two frames on a fast page. */
const FRAME_MS = 17;

export interface Layout {
  /** Starts a new run from these positions. */
  start(input: LayoutInput): void;
  stop(): void;
  dispose(): void;
}

type Draw = (positions: Float32Array, isDone: boolean) => void;

/** Lays the graph out in a worker; `draw` gets the positions in the order of the notes and returns once drawn. */
export function startLayoutWorker(draw: Draw): Layout {
  const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
  return followLayout(worker, draw, (callback) => requestAnimationFrame(callback));
}

/** Draws what the worker answers, in the next frame each. */
export function followLayout(
  worker: Pick<Worker, "postMessage" | "addEventListener" | "terminate">,
  draw: Draw,
  nextFrame: (callback: (time: number) => void) => void,
): Layout {
  const say = (request: LayoutRequest): void => worker.postMessage(request);
  let run = 0;
  worker.addEventListener("message", ({ data }: MessageEvent<LayoutAnswer>) => {
    if (data.run !== run) return;
    nextFrame((began) => {
      if (data.run === run) draw(data.positions, data.isDone);
      const calledMs = performance.now() - began;
      // Software rendering draws only after the call, which delays the next frame.
      nextFrame((next) => {
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
    dispose() {
      // A frame that waits must not draw into what is gone.
      run += 1;
      worker.terminate();
    },
  };
}
