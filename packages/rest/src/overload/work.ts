import type { WorkClass } from "@knote/api";

/** Kinds of work, by the resources that they use: those of procedures, and those that only REST has. */
export type Work = Exclude<WorkClass, "always"> | "import" | "upload" | "body" | "stream";

export interface WorkLimit {
  /** Most requests under way at a time, waiting ones included; the next is refused. */
  readonly most: number;
  /** Most that run at a time, so that each ends soon and none monopolises the event loop. */
  readonly atOnce?: number;
  /** Most of one user under way, for work that a slow client can prolong at the cost of others. */
  readonly mostOfOne?: number;
  /** Most of one user that run at a time; the user's other requests wait, and other users go first. */
  readonly atOnceOfOne?: number;
  /** Most of one user begun and not ended: running, or waiting for a provider or a slow reader. */
  readonly begunOfOne?: number;
  /** A request that has waited longer for the event loop is refused, because the service is overloaded. */
  readonly patienceMs?: number;
}

/**
 * About what is done within a few seconds, and more than any client sends at once on purpose. This bounds memory,
 * too: a request holds at most its body and its response, an import a line, a stream a megabyte.
 */
export const WORK_LIMITS: Readonly<Record<Work, WorkLimit>> = {
  read: { most: 2_048, atOnce: 256, atOnceOfOne: 64, begunOfOne: 64, patienceMs: 1_000 },
  search: { most: 512, atOnce: 32, atOnceOfOne: 4, begunOfOne: 32, patienceMs: 600 },
  recall: { most: 256, atOnce: 8, atOnceOfOne: 4, begunOfOne: 16, patienceMs: 400 },
  write: { most: 1_024, atOnce: 128, atOnceOfOne: 64, begunOfOne: 64, patienceMs: 600 },
  // Waits for somebody else's server, up to 15 seconds each.
  outward: { most: 32, mostOfOne: 2, patienceMs: 600 },
  import: { most: 128, mostOfOne: 32, patienceMs: 600 },
  upload: { most: 256, mostOfOne: 64 },
  body: { most: 1_024, mostOfOne: 256 },
  stream: { most: 20_000 },
};

/** Every kind of work. The cast is safe because `WORK_LIMITS` has a row for each. */
export const WORKS = Object.keys(WORK_LIMITS) as readonly Work[];

/** A body up to this size counts as `body` while it arrives, a larger one as `upload`. */
export const SMALL_BODY_BYTES = 131_072;
