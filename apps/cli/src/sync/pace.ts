/** A save is a write and a rename or two: they are one change. */
const SETTLE_MS = 300;
/** A file that goes on changing is taken when it has rested for so long… */
const QUIET_MS = 10_000;
/** …or has waited for so long: autosave would make a revision every two seconds. */
const PATIENCE_MS = 60_000;

interface Activity {
  rangAt: number;
  /** When a look last took the file; never, before the first. */
  takenAt: number;
}

/** When files that are being written are taken. Times are milliseconds since 1970. */
export interface Pace {
  /** The file, or its folder, has changed. */
  rang(path: string): void;
  /** Whether a changed file is left alone for now; when it is not, it counts as taken. */
  isBusy(path: string): boolean;
  /** When a look is worth it, after one at `lookedAt`; infinite when nothing waits. */
  nextDue(lookedAt: number): number;
}

/** The first change after a quiet minute is taken at once; what goes on changing, now and then. */
export function createPace(now: () => number): Pace {
  const files = new Map<string, Activity>();
  return {
    rang(path) {
      files.set(path, { rangAt: now(), takenAt: files.get(path)?.takenAt ?? -Infinity });
    },
    isBusy(path) {
      const file = files.get(path);
      if (file === undefined) return false;
      const restMs = now() - file.rangAt;
      const isTimely = restMs >= QUIET_MS || now() - file.takenAt >= PATIENCE_MS;
      if (restMs < SETTLE_MS || !isTimely) return true;
      file.takenAt = now();
      return false;
    },
    nextDue(lookedAt) {
      let due = Infinity;
      for (const [path, { rangAt, takenAt }] of files) {
        if (lookedAt - Math.max(rangAt, takenAt) > PATIENCE_MS) files.delete(path);
        const patience = rangAt > takenAt ? takenAt + PATIENCE_MS : -Infinity;
        for (const time of [rangAt + SETTLE_MS, rangAt + QUIET_MS, patience])
          if (time > lookedAt) due = Math.min(due, time);
      }
      return due;
    },
  };
}
