import type { Page } from "playwright-core";

export interface Figures {
  readonly frames: number;
  readonly "frame p50 ms": number;
  readonly "frame p95 ms": number;
  readonly "worst frame ms": number;
  /** Tasks of the page's main thread of more than 50 ms. */
  readonly "long tasks": number;
  readonly "longest task ms": number;
}

interface Recorder {
  readonly frames: number[];
  readonly tasks: number[];
  stop(): void;
}

declare global {
  interface Window {
    recorder?: Recorder;
  }
}

/** Records frames and long tasks of the page until stopped; with `sinceOpened` also the long tasks before. */
export async function startRecording(
  page: Page,
  { sinceOpened = false }: { readonly sinceOpened?: boolean } = {},
): Promise<{ stop(): Promise<Figures> }> {
  await page.evaluate((includeEarlier) => {
    const recorder = { frames: [] as number[], tasks: [] as number[], last: performance.now(), isOver: false };
    const observer = new PerformanceObserver((list) =>
      recorder.tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask", buffered: includeEarlier });
    const tick = (now: number): void => {
      recorder.frames.push(now - recorder.last);
      recorder.last = now;
      if (!recorder.isOver) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    window.recorder = {
      ...recorder,
      stop() {
        recorder.isOver = true;
        recorder.tasks.push(...observer.takeRecords().map(({ duration }) => duration));
        observer.disconnect();
      },
    };
  }, sinceOpened);
  return {
    async stop() {
      const { frames, tasks } = await page.evaluate(() => {
        const { recorder } = window;
        recorder!.stop();
        return { frames: recorder!.frames.slice(1), tasks: recorder!.tasks };
      });
      return {
        frames: frames.length,
        "frame p50 ms": percentile(frames, 0.5),
        "frame p95 ms": percentile(frames, 0.95),
        "worst frame ms": percentile(frames, 1),
        "long tasks": tasks.length,
        "longest task ms": Math.round(Math.max(0, ...tasks)),
      };
    },
  };
}

/** Returns the rounded percentile; a share of 1 is the worst value. */
export function percentile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((one, other) => one - other);
  return Math.round(ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0);
}
