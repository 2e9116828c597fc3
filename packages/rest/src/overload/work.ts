import type { WorkClass } from "@knote/api";

/** Kinds of work that a request can ask for, by what they use up: those of procedures, and those of REST alone. */
export type Work = Exclude<WorkClass, "always"> | "import" | "upload" | "body" | "stream";

export interface WorkLimit {
  /** May be under way at a time, what waits for its turn among it; the next is refused. */
  readonly most: number;
  /** Are done at a time, so that each is done soon and the event loop belongs to all. */
  readonly atOnce?: number;
  /** Of one user: for what a slow client can draw out, so that it costs nobody else. */
  readonly mostOfOne?: number;
  /** Are done at a time of one user; what else the user sends waits, and others go first. */
  readonly atOnceOfOne?: number;
  /** Of one user, begun and not ended: what is done, and what waits for a provider or a slow reader. */
  readonly begunOfOne?: number;
  /** What has waited longer for the event loop is refused: it is behind with more than it can do. */
  readonly patienceMs?: number;
}

/**
 * About what is done within a few seconds, and more than any client sends at once on purpose. Memory is
 * bounded with it: a request holds at most its body and its answer, an import a line, a stream a megabyte.
 */
export const WORK_LIMITS: Readonly<Record<Work, WorkLimit>> = {
  read: { most: 2_048, atOnce: 256, atOnceOfOne: 64, begunOfOne: 64, patienceMs: 1_000 },
  search: { most: 512, atOnce: 32, atOnceOfOne: 4, begunOfOne: 32, patienceMs: 600 },
  recall: { most: 256, atOnce: 8, atOnceOfOne: 4, begunOfOne: 16, patienceMs: 400 },
  write: { most: 1_024, atOnce: 128, atOnceOfOne: 64, begunOfOne: 64, patienceMs: 600 },
  import: { most: 128, mostOfOne: 32, patienceMs: 600 },
  upload: { most: 256, mostOfOne: 64 },
  body: { most: 1_024, mostOfOne: 256 },
  stream: { most: 20_000 },
};

/** Safe because `WORK_LIMITS` has a row for each kind of work. */
export const WORKS = Object.keys(WORK_LIMITS) as readonly Work[];

/** Up to this a body that has not all come is a `body`, and an `upload` beyond. */
export const SMALL_BODY_BYTES = 131_072;
