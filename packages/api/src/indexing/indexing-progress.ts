import type { Clock } from "../ports/clock.ts";

export interface IndexingProgress {
  readonly done: number;
  /** Includes notes that became due meanwhile. */
  readonly total: number;
  readonly notesPerSecond: number;
  readonly secondsLeft: number;
}

/** Measures the progress of one drain of the outbox. */
export interface ProgressMeter {
  add(notes: number): void;
  /** Whether it is time for the next report. */
  isDue(): boolean;
  report(pending: number): IndexingProgress;
}

const REPORT_EVERY_MS = 15_000;

export function createProgressMeter({ now }: Clock): ProgressMeter {
  const startedAt = now();
  let reportedAt = startedAt;
  let done = 0;
  return {
    add(notes) {
      done += notes;
    },
    isDue: () => now() - reportedAt >= REPORT_EVERY_MS,
    report(pending) {
      reportedAt = now();
      const notesPerSecond = done / Math.max(0.001, (reportedAt - startedAt) / 1000);
      return { done, total: done + pending, notesPerSecond, secondsLeft: Math.ceil(pending / notesPerSecond) };
    },
  };
}
