import * as contract from "@knote/contract";

// Values of one small graph, for the examples of the REST interface.

const ID = "0195cf6a-7c00-7000-8000-000000000001";
const OTHER_ID = "0195cf6a-7c00-7000-8000-000000000002";
const TITLE = "Spaced repetition beats cramming";
const OTHER_TITLE = "Sleep consolidates memory";
const CONTENT = "Reviews at growing intervals keep recall high for a fraction of the time.";
const TIME = "2026-03-01T12:00:00.000Z";
const MONTH_END = "2026-04-01T00:00:00.000Z";
const MODEL = "knote-extract-1";

export const EXAMPLE_NOTE: contract.Note = {
  id: ID,
  title: TITLE,
  content: CONTENT,
  note_type: "fact",
  state: "active",
  tags: ["learning", "memory"],
  importance: 0.5,
  created_at: TIME,
};
export const EXAMPLE_NEW_NOTE: contract.CreateNoteInput = {
  title: TITLE,
  content: CONTENT,
  note_type: "fact",
  tags: ["learning", "memory"],
  importance: 0.5,
};
export const EXAMPLE_NEW_LINK: contract.CreateLinkInput = { source_id: ID, target_id: OTHER_ID, relation: "extends" };
export const EXAMPLE_LINK: contract.Link = { ...EXAMPLE_NEW_LINK, created_at: TIME };
export const EXAMPLE_SUGGESTION: contract.AutoLink = {
  target_id: OTHER_ID,
  target_title: OTHER_TITLE,
  relation: "relates_to",
  similarity: 0.61,
};
export const EXAMPLE_CHECK = { title: "Sleep does not consolidate memory" };
export const EXAMPLE_FINDING: contract.Finding = {
  rule: "says_otherwise",
  level: "warning",
  message: `Does this replace or contradict “${OTHER_TITLE}”?`,
  notes: [{ id: OTHER_ID, title: OTHER_TITLE, similarity: 0.93, state: "active" }],
};
const { content: _content, ...bareNote } = EXAMPLE_NOTE;
export const EXAMPLE_CREATED_NOTE: contract.CreatedNote = { ...bareNote, auto_links: [EXAMPLE_SUGGESTION] };
export const EXAMPLE_NOTE_DETAIL: contract.NoteDetail = { ...EXAMPLE_NOTE, updated_at: TIME };
export const EXAMPLE_UPDATED_NOTE: contract.UpdatedNote = { id: ID, title: TITLE, updated_at: TIME };
export const EXAMPLE_REVISION: contract.NoteRevision = { revision: 1, ...EXAMPLE_NEW_NOTE, updated_at: TIME };
export const EXAMPLE_QUESTION = { query: "How do I remember what I learn?" };
export const EXAMPLE_ANSWER: contract.Answer = {
  answer: `${CONTENT} [1]`,
  sources: [{ id: ID, title: TITLE, similarity: 0.72 }],
  model: MODEL,
};
export const EXAMPLE_RECALL_RESULT: contract.RecallResult = {
  id: OTHER_ID,
  title: OTHER_TITLE,
  similarity: 0.58,
  score: 0.83,
  snippet: "What was learned before sleep is replayed in it.",
  via: [EXAMPLE_NEW_LINK],
};
const noteTypes = { fact: 1, insight: 1, decision: 0, experience: 0, belief: 0, code_finding: 0, synthesis: 0 };
export const EXAMPLE_GRAPH_STATS: contract.GraphStats = {
  total_notes: 2,
  total_links: 1,
  note_types: noteTypes,
  avg_links_per_note: 0.5,
  orphan_count: 0,
};
export const EXAMPLE_QUOTA: contract.Quota = {
  tier: "free",
  queries_used: 12,
  queries_limit: 50,
  sonnet_queries_used: 0,
  sonnet_queries_limit: 0,
  voice_used: 0,
  voice_limit: 0,
  resets_at: MONTH_END,
};
const tier = (key: contract.TierKey): contract.Tier => ({ ...contract.TIERS[key], default_model: MODEL });
export const EXAMPLE_PRICING: contract.Pricing = {
  tiers: { free: tier("free"), student: tier("student"), pro: tier("pro"), agent: tier("agent") },
};
export const EXAMPLE_HEALTH: contract.Health = {
  status: "ok",
  version: "0.1.0",
  uptime_seconds: 3600,
  checks: { storage: "ok", search: "ok", models: "ok" },
  pending: 0,
};
export const EXAMPLE_ACTIVITY: contract.ActivityList = {
  events: [
    {
      id: "42",
      event: "note_created",
      data: { type: "note_created", data: { title: TITLE, note_type: "fact" }, timestamp: TIME },
    },
  ],
};
export const EXAMPLE_NOTE_LINKS: contract.NoteLinks = {
  outgoing: [{ target_id: OTHER_ID, target_title: OTHER_TITLE, relation: "extends", created_at: TIME }],
  incoming: [],
};

const THIRD_ID = "0195cf6a-7c00-7000-8000-000000000003";
const examplePath = [{ source_id: ID, target_id: OTHER_ID, relation: "depends_on" as const }];
const exampleCause = {
  id: OTHER_ID,
  title: OTHER_TITLE,
  kind: "superseded" as const,
  since: TIME,
  now: [{ id: THIRD_ID, title: "Sleep consolidates some memories" }],
};
const exampleBasis = `superseded ${THIRD_ID}`;
const noteInReview = { id: ID, title: TITLE, note_type: "fact" as const, state: "active" as const, importance: 0.5 };
export const EXAMPLE_REVIEW_LIST: contract.ReviewList = {
  reviews: [{ note: { ...noteInReview, created_at: TIME }, cause: exampleCause, path: examplePath, more: 0 }],
  total: 1,
  next: null,
};
export const EXAMPLE_NOTE_REVIEW: contract.NoteReview = {
  needs_review: true,
  causes: [{ ...exampleCause, path: examplePath, basis: exampleBasis, looked_at: null }],
};
export const EXAMPLE_REASON: contract.CauseLookInput = { reason: "The intervals were measured without sleep." };
export const EXAMPLE_LOOK: contract.LookInput = { causes: [{ id: OTHER_ID, basis: exampleBasis }], ...EXAMPLE_REASON };
export const EXAMPLE_IMPACT: contract.Impact = {
  if: "superseded",
  falls: [{ ...noteInReview, path: examplePath }],
  total: 1,
  extends: [],
  stands_again: [],
  next: null,
};

const NO_CHANGES = Object.fromEntries(contract.CHANGE_KINDS.map((kind) => [kind, 0]));
export const EXAMPLE_CHANGE_LIST = {
  since: "2026-02-28T23:59:59.999Z",
  until: "2026-03-31T23:59:59.999Z",
  kept_since: "2026-02-01T08:00:00.000Z",
  counts: { ...NO_CHANGES, replaced: 1, deleted: 2 },
  changes: [
    {
      kind: "replaced",
      at: TIME,
      note: { id: OTHER_ID, title: OTHER_TITLE, note_type: "fact" },
      from: "active",
      to: "superseded",
      by: [{ id: ID, title: TITLE }],
    },
  ],
  next: null,
};

const LOOK_KEY = `near ${OTHER_ID} ${ID}`;
const LOOK_REASON = "One is about sleep, the other about naps.";
export const EXAMPLE_LOOKS: contract.LookList = {
  looks: [{ key: LOOK_KEY, reason: LOOK_REASON, at: TIME }],
  next: null,
};
export const EXAMPLE_NEW_LOOKS: contract.AddLooksInput = { looks: [{ key: LOOK_KEY, reason: LOOK_REASON }] };
export const EXAMPLE_STORED_LOOKS: contract.AddedLooks = { stored: 1 };
const stanceOfExample = { confidence: 0.7, expects: "I pass the exam in June.", review_on: "2026-06-01" };
export const EXAMPLE_NEW_STANCE: contract.StanceInput = stanceOfExample;
export const EXAMPLE_NOTE_STANCE: contract.NoteStance = {
  ...stanceOfExample,
  outcome: null,
  stances: [{ at: TIME, ...stanceOfExample }],
  outcomes: [],
};
export const EXAMPLE_OUTCOME: contract.OutcomeInput = { outcome: "came_false", text: "I missed it by two points." };
export const EXAMPLE_SETTLED_STANCE: contract.NoteStance = {
  ...EXAMPLE_NOTE_STANCE,
  outcome: "came_false",
  outcomes: [{ at: "2026-06-02T12:00:00.000Z", outcome: "came_false", text: "I missed it by two points." }],
};
export const EXAMPLE_DECISIONS: contract.DecisionList = {
  decisions: [
    {
      note: {
        id: ID,
        title: "I learn with spaced repetition",
        note_type: "decision",
        state: "active",
        importance: 0.5,
        created_at: TIME,
      },
      confidence: 0.7,
      review_on: "2026-06-01",
      due: true,
      outcome: null,
      holds: "stands",
      since: null,
      rests_on: [{ id: OTHER_ID, title: OTHER_TITLE, relation: "depends_on", state: "active", needs_review: false }],
      against: [],
      heads: [],
    },
  ],
  next: null,
};
const exampleBins = Array.from({ length: 10 }, (_, index): contract.CalibrationBin => {
  const [from, to] = [index / 10, (index + 1) / 10];
  return index === 7
    ? { from, to, n: 2, mean_confidence: 0.7, came_true: 1, low: 0.0945, high: 0.9055 }
    : { from, to, n: 0, mean_confidence: null, came_true: 0, low: null, high: null };
});
export const EXAMPLE_CALIBRATION: contract.Calibration = {
  scored: 2,
  excluded: { mixed: 1, unknown: 0, without_confidence: 0, late: 1 },
  brier: 0.29,
  brier_first: 0.25,
  brier_of_base_rate: 0.25,
  skill: -0.16,
  bins: exampleBins,
  enough: false,
};

const PROPOSAL_KEY = `${OTHER_ID}~${ID}`;
const proposalBy = { by: "rule:cue", relation: "depends_on" as const };
export const EXAMPLE_PROPOSAL: contract.Proposal = {
  key: PROPOSAL_KEY,
  source: { id: OTHER_ID, title: OTHER_TITLE },
  target: { id: ID, title: TITLE },
  ...proposalBy,
  similarity: 0.61,
  confidence: null,
  evidence: { note_id: OTHER_ID, quote: "How much depends on spaced repetition." },
  state: "open",
  made_at: TIME,
  decided_at: null,
};
export const EXAMPLE_PROPOSALS: contract.ProposalList = { proposals: [EXAMPLE_PROPOSAL], next: null };
export const EXAMPLE_NEW_PROPOSAL: contract.ProposeLinkInput = {
  source_id: OTHER_ID,
  target_id: ID,
  relation: "depends_on",
  quote: "How much depends on spaced repetition.",
  by: "librarian",
};
export const EXAMPLE_PROPOSAL_DECISIONS: contract.DecideProposalsInput = {
  decisions: [{ key: PROPOSAL_KEY, decision: "accept", relation: "depends_on" }],
};
export const EXAMPLE_DECISION_RESULTS: contract.DecisionResults = {
  results: [{ key: PROPOSAL_KEY, status: "linked" }],
};
export const EXAMPLE_JUDGE_RUN: contract.JudgeRun = { made: 12, notes: 50, by: "judge:claude-haiku-4-5" };
export const EXAMPLE_PRECISION: contract.ProposalPrecisions = {
  by: [{ ...proposalBy, made: 20, accepted: 18, retyped: 1, dismissed: 1, precision: 0.9, low: 0.699, high: 0.972 }],
};

const OPERATION_ID = "0195cf6a-7c00-7000-8000-000000000004";
const operationTimes = { at: TIME, undo_until: "2026-03-31T12:00:00.000Z" };
export const EXAMPLE_MERGE_INPUT = { with: [OTHER_ID] };
export const EXAMPLE_MERGE: contract.Merge = {
  operation: OPERATION_ID,
  note: EXAMPLE_NOTE_DETAIL,
  merged: [{ id: OTHER_ID, title: OTHER_TITLE }],
  moved: 3,
};
const partTitles = ["Reviews at growing intervals beat cramming", "Recall itself strengthens a memory"] as const;
const partNotes = [
  { id: OTHER_ID, title: partTitles[0] },
  { id: THIRD_ID, title: partTitles[1] },
];
export const EXAMPLE_SPLIT_INPUT = {
  parts: [
    {
      title: partTitles[0],
      content: "The intervals matter.",
      note_type: "fact",
      links: [{ target_id: THIRD_ID, relation: "extends" }],
    },
    { title: partTitles[1], content: "So does the effort.", note_type: "fact" },
  ],
};
export const EXAMPLE_SPLIT: contract.Split = {
  operation: OPERATION_ID,
  notes: partNotes,
  original: { id: ID, title: TITLE, state: "superseded" },
};
export const EXAMPLE_OPERATION: contract.Operation = {
  id: OPERATION_ID,
  kind: "merge",
  state: "done",
  note: { id: ID, title: TITLE },
  others: [{ id: OTHER_ID, title: OTHER_TITLE }],
  moved: 3,
  ...operationTimes,
};
export const EXAMPLE_UNDONE: contract.Operation = { ...EXAMPLE_OPERATION, state: "undone" };
export const EXAMPLE_GRAPH_HEALTH: contract.GraphHealth = {
  at: TIME,
  score: 0.9,
  without_looks: 0.85,
  load_bearing: 20,
  open: 2,
  matters: {
    contested: 1,
    needs_review: { superseded: 1, deleted: 0, archived: 0, reworded: 0, contested: 0 },
    cycles: 0,
    orphans: 4,
    due_decisions: 1,
    open_judged: 0,
  },
  last_30_days: { settled_by_change: 3, settled_by_look: 1, set_aside: 0, rest_links_removed: 2 },
  proposals: [],
  trend: [{ at: "2026-03-01T00:00:00.000Z", load_bearing: 19, open: 3 }],
};

const MESSAGE_ID = "msg_0195cf6a7c00700080000000000000aa";
const HOOK_URL = "https://example.com/hooks/knote";
export const EXAMPLE_NEW_WEBHOOK = { url: HOOK_URL, events: ["note.created"], secret: "a-secret-of-your-own" };
export const EXAMPLE_WEBHOOK: contract.Webhook = {
  id: ID,
  name: "",
  url: HOOK_URL,
  events: ["note.created"],
  payload: "documented",
  active: true,
  stopped_because: null,
  failing_since: null,
  waiting: 0,
  last_delivered_at: null,
  previous_secret_until: null,
  made_with: "sign-in",
  created_at: TIME,
  updated_at: TIME,
};
export const EXAMPLE_CREATED_WEBHOOK: contract.CreatedWebhook = {
  ...EXAMPLE_WEBHOOK,
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
};
export const EXAMPLE_DELIVERY: contract.Delivery = {
  id: MESSAGE_ID,
  event: "note.created",
  timestamp: TIME,
  result: "waiting",
  attempts: 1,
  next_attempt_at: "2026-03-01T12:00:05.000Z",
  ended_at: null,
};
export const EXAMPLE_ATTEMPT: contract.Attempt = {
  number: 1,
  at: TIME,
  by: "test",
  ms: 41,
  status: 204,
  error: null,
  response: { content_type: null, retry_after: null, excerpt: null },
};
export const EXAMPLE_DELIVERY_LOG: contract.DeliveryLog = {
  ...EXAMPLE_DELIVERY,
  request: {
    url: HOOK_URL,
    headers: { "Content-Type": "application/json", "webhook-id": MESSAGE_ID, "X-Knote-Event": "note.created" },
    body: JSON.stringify({
      event: "note.created",
      timestamp: TIME,
      data: { id: ID, title: TITLE, note_type: "fact" },
    }),
  },
  log: [
    {
      ...EXAMPLE_ATTEMPT,
      by: "schedule",
      status: 500,
      response: { content_type: "text/plain", retry_after: null, excerpt: "Try later" },
    },
  ],
};
