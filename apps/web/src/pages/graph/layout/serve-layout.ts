import { createForceLayout, type ForceLayout, type LayoutInput } from "./force-layout.ts";

/** What the page says to the worker. */
export type LayoutRequest =
  | ({ readonly kind: "start"; readonly run: number } & LayoutInput)
  /** The picture of the run is drawn; it took so long. */
  | { readonly kind: "drawn"; readonly run: number; readonly tookMs: number }
  | { readonly kind: "stop" };

/** What the worker says: where the notes are now. */
export interface LayoutAnswer {
  readonly run: number;
  readonly positions: Float32Array<ArrayBuffer>;
  readonly isDone: boolean;
}

/** Drawing gets at most this share of the page's time, so that it stays free for hands. */
const DRAWING_SHARE = 0.2;
const LEAST_PAUSE_MS = 30;

/**
 * Lays out in slices, and tells where the notes are whenever the page has drawn what it was told before: a slow page
 * is told less often, and nothing queues up.
 */
export function serveLayout(parts: {
  readonly post: (answer: LayoutAnswer) => void;
  readonly now: () => number;
  /** Goes on after other messages had their turn. */
  readonly defer: (work: () => void) => void;
}): (request: LayoutRequest) => void {
  const { post, now, defer } = parts;
  let run = -1;
  let layout: ForceLayout | null = null;
  let isDrawing = false;
  let tellAt = 0;
  let isScheduled = false;

  function tell(current: ForceLayout): void {
    isDrawing = true;
    post({ run, positions: current.positions(), isDone: current.isDone });
    if (current.isDone) layout = null;
  }

  function work(): void {
    isScheduled = false;
    if (!layout) return;
    if (!layout.isDone) layout.round();
    if (!isDrawing && (layout.isDone || now() >= tellAt)) tell(layout);
    // At rest with a picture still being drawn: its "drawn" goes on.
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
      tellAt = now() + LEAST_PAUSE_MS;
      schedule();
    } else if (request.run === run) {
      isDrawing = false;
      tellAt = now() + Math.max(LEAST_PAUSE_MS, request.tookMs / DRAWING_SHARE);
      if (layout) schedule();
    }
  };
}
