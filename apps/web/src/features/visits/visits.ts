const KEY = "knote.visits";
/** Two uses of the dashboard that are this far apart are two visits. */
const PAUSE_MS = 30 * 60_000;

interface Visits {
  /** When the visit before this one was last seen to begin or go on; null during the first. */
  readonly previous: number | null;
  /** When this visit was last seen. */
  readonly present: number;
}

/** Notes that the user is here now, at `now` in milliseconds. */
export function recordVisit(storage: Storage, now: number): void {
  const visits: Visits = { previous: previousVisit(storage, now), present: now };
  storage.setItem(KEY, JSON.stringify(visits));
}

/**
 * Returns the time in milliseconds since which the user, who is here at `now`, may have missed something; null during
 * the first visit.
 */
export function previousVisit(storage: Storage, now: number): number | null {
  const visits = read(storage);
  if (visits === null) return null;
  return now - visits.present < PAUSE_MS ? visits.previous : visits.present;
}

function read(storage: Storage): Visits | null {
  try {
    const { previous, present } = JSON.parse(storage.getItem(KEY) ?? "null") as Partial<Visits>;
    if (typeof present !== "number") return null;
    return { previous: typeof previous === "number" ? previous : null, present };
  } catch {
    // Damaged, or nothing yet: the first visit.
    return null;
  }
}
