/** Every bound of the interface that a caller can meet, in one place. Lengths are Unicode code points. */
export const LIMITS = {
  titleLength: 300,
  contentLength: 50_000,
  tags: 32,
  /** Tags in one request before duplicates are removed. */
  tagsSent: 10_000,
  tagLength: 64,
  /** Tags of one beginning that are offered: more than a note can have already. */
  tagsFound: 40,
  queryLength: 2_000,
  /** Words of a full-text query that count. */
  searchWords: 64,
  /** Best matches of a full-text query that pages reach. */
  searchDepth: 1_000,
  pageSize: 1_000,
  autoLinks: 5,
  suggestions: 50,
  recallResults: 50,
  sources: 8,
  activityPage: 1_000,
  tendPage: 100,
  /** Matters that a browser remembers as dismissed, and keys of one kind that are sent to be compared with them. */
  dismissals: 5_000,
  /** Events a user can replay. */
  replayEvents: 1_000,
  replayDays: 7,
  /** Procedure calls in one request of a typed client. */
  batchedCalls: 20,
  idempotencyKeyLength: 255,
  idempotencyKeys: 10_000,
  idempotencyHours: 24,
  userIdLength: 200,
  /** Days a deleted note can be restored. */
  trashDays: 30,
  bodyBytes: 1_048_576,
  /** Of the sender's own names of imported notes. */
  importKeyLength: 200,
  demoAsksPerMinute: 30,
  /** Calls of one user to a judge of suggested links. */
  judgeCallsPerHour: 100,
} as const;

/** HS256 is as strong as its secret: RFC 7518 asks for as many bytes as the hash has. */
export const MIN_SECRET_BYTES = 32;
