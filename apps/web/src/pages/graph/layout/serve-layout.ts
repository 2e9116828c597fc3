import { createForceLayout, type ForceLayout, type LayoutInput } from "./force-layout.ts";

/** A message from the page to the worker. */
export type LayoutRequest =
  | ({ readonly kind: "start"; readonly run: number } & LayoutInput)
  /** The page has drawn the positions of this run, in `tookMs`. */
  | { readonly kind: "drawn"; readonly run: number; readonly tookMs: number }
  | { readonly kind: "stop" };

/** A message from the worker with the present positions of the notes. */
export interface LayoutAnswer {
  readonly run: number;
  readonly positions: Float32Array<ArrayBuffer>;
  readonly isDone: boolean;
}

/** Drawing gets at most this share of the page's time, so that the page stays responsive. */
const DRAWING_SHARE = 0.2;
const LEAST_PAUSE_MS = 30;

/**
 * Runs the layout in slices and posts positions only after the page has drawn the previous ones: a slow page gets
 * fewer of them, and nothing queues up.
 */
export function serveLayout(deps: {
  readonly post: (answer: LayoutAnswer) => void;
  readonly now: () => number;
  /** Runs the work after other pending messages. */
  readonly defer: (work: () => void) => void;
}): (request: LayoutRequest) => void {
  const { post, now, defer } = deps;
  let run = -1;
  let layout: ForceLayout | null = null;
  let isDrawing = false;
  let nextPostAt = 0;
  let isScheduled = false;

  function postPositions(current: ForceLayout): void {
    isDrawing = true;
    post({ run, positions: current.positions(), isDone: current.isDone });
    if (current.isDone) layout = null;
  }

  function work(): void {
    isScheduled = false;
    if (!layout) return;
    if (!layout.isDone) layout.round();
    if (!isDrawing && (layout.isDone || now() >= nextPostAt)) postPositions(layout);
    // At rest while the page still draws: its "drawn" message schedules the last step.
    if (layout && !(layout.isDone && isDrawing)) schedule();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    defer(work);
  }

  return (request) => {
    if (request.kind === "stop") {
      layout = null;
    } else if (request.kind === "start") {
      run = request.run;
      layout = createForceLayout(request);
      isDrawing = false;
      nextPostAt = now() + LEAST_PAUSE_MS;
      schedule();
    } else if (request.run === run) {
      isDrawing = false;
      nextPostAt = now() + Math.max(LEAST_PAUSE_MS, request.tookMs / DRAWING_SHARE);
      if (layout) schedule();
    }
  };
}
