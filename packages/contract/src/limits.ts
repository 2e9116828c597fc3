/** Every limit of the interface that a caller can reach. Lengths are in Unicode code points. */
export const LIMITS = {
  titleLength: 300,
  contentLength: 50_000,
  tags: 32,
  /** Tags in one request before duplicates are removed. */
  tagsSent: 10_000,
  tagLength: 64,
  /** Most tags offered for one beginning: more than a note can already have. */
  tagsFound: 40,
  queryLength: 2_000,
  /** Most words of a full-text query that are used. */
  searchWords: 64,
  /** Most matches of a full-text query that paging reaches, best first. */
  searchDepth: 1_000,
  pageSize: 1_000,
  autoLinks: 5,
  suggestions: 50,
  /** Most findings of a check, worst first. */
  findings: 10,
  recallResults: 50,
  sources: 8,
  activityPage: 1_000,
  tendPage: 100,
  reviewPage: 100,
  impactPage: 200,
  /** Most notes whose impact is asked for at once. */
  impactNotes: 500,
  /** Most causes in one look, and longest basis of one. */
  causesAtOnce: 200,
  basisLength: 10_000,
  /** Most looks in one request. */
  looksAtOnce: 500,
  decisionPage: 100,
  /** Most entries in the log of a decision or belief. */
  stancesPerNote: 200,
  /** Longest text of an expectation, and of what came. */
  expectationLength: 2_000,
  /** Most notes that one merge takes in, and most parts of a split. */
  notesMerged: 10,
  parts: 20,
  /** Most links that one part takes over, and that one merge or split moves. */
  linksOfPart: 1_000,
  linksMoved: 5_000,
  operationPage: 100,
  /** Days for which a merge or split can be undone. */
  undoDays: 30,
  /** Most calls of MCP tools and reads of MCP resources with one token in a minute. */
  mcpCallsPerMinute: 300,
  /** Longest reason of a look. */
  reasonLength: 500,
  proposalPage: 100,
  /** Most decisions about proposals in one request. */
  decisionsAtOnce: 100,
  /** Most notes that one request has judged, and most such requests of a user in a minute. */
  judgedNotesAtOnce: 50,
  judgeRunsPerMinute: 10,
  /** Longest name of an agent that proposes a link, and longest quote that it gives as evidence. */
  proposerLength: 40,
  quoteLength: 500,
  /** Most dismissed entries that a browser remembers. */
  dismissals: 5_000,
  /** Most events that a user can replay. */
  replayEvents: 1_000,
  replayDays: 7,
  /** Most procedure calls in one request of a typed client. */
  batchedCalls: 20,
  idempotencyKeyLength: 255,
  idempotencyKeys: 10_000,
  idempotencyHours: 24,
  userIdLength: 200,
  /** Days for which a deleted note can be restored. */
  trashDays: 30,
  bodyBytes: 1_048_576,
  /** Most stored tokens that a user can have, longest name of one, and most days until it ends. */
  tokens: 50,
  tokenName: 100,
  tokenDays: 365,
  /** Most webhooks that a user of each tier can have, and longest name of one. */
  webhooksPerTier: { free: 3, student: 5, pro: 20, agent: 50 },
  webhookName: 100,
  /** Most test deliveries of a user in a minute. */
  webhookTestsPerMinute: 10,
  /** Most hours for which the secret before a webhook's present one signs, too. */
  secretOverlapHours: 168,
  deliveryPage: 100,
  /** Most attempts that a delivery's log shows. */
  attemptsLogged: 20,
  /** Days for which a delivery waits, and then for which its end is in the log. */
  deliveryDays: 14,
  /** Most deliveries of one webhook that wait, that have ended and are in the log, and that one resend sends. */
  deliveriesWaiting: 10_000,
  deliveriesLogged: 10_000,
  deliveriesResent: 10_000,
  /** Longest key of an imported note. */
  importKeyLength: 200,
  demoAsksPerMinute: 30,
  /** Most calls per user to the judge of suggested links. */
  judgeCallsPerHour: 100,
} as const;

/** Shortest secret for HS256: RFC 7518 requires as many bytes as the hash has. */
export const MIN_SECRET_BYTES = 32;
