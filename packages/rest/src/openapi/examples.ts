import * as contract from "@knote/contract";

const ID = "0195cf6a-7c00-7000-8000-000000000001";
const OTHER_ID = "0195cf6a-7c00-7000-8000-000000000002";
const TITLE = "Spaced repetition beats cramming";
const OTHER_TITLE = "Sleep consolidates memory";
const CONTENT = "Reviews at growing intervals keep recall high for a fraction of the time.";
const TIME = "2026-03-01T12:00:00.000Z";
const MONTH_END = "2026-04-01T00:00:00.000Z";
const MODEL = "knote-extract-1";

const note: contract.Note = {
  id: ID,
  title: TITLE,
  content: CONTENT,
  note_type: "fact",
  state: "active",
  tags: ["learning", "memory"],
  importance: 0.5,
  created_at: TIME,
};
const newNote: contract.CreateNoteInput = {
  title: TITLE,
  content: CONTENT,
  note_type: "fact",
  tags: ["learning", "memory"],
  importance: 0.5,
};
const newLink: contract.CreateLinkInput = { source_id: ID, target_id: OTHER_ID, relation: "extends" };
const link: contract.Link = { ...newLink, created_at: TIME };
const suggestion: contract.AutoLink = {
  target_id: OTHER_ID,
  target_title: OTHER_TITLE,
  relation: "relates_to",
  similarity: 0.61,
};
const { content: _content, ...bareNote } = note;
const createdNote: contract.CreatedNote = { ...bareNote, auto_links: [suggestion] };
const detail: contract.NoteDetail = { ...note, updated_at: TIME };
const revision: contract.NoteRevision = { revision: 1, ...newNote, updated_at: TIME };
const answer: contract.Answer = {
  answer: `${CONTENT} [1]`,
  sources: [{ id: ID, title: TITLE, similarity: 0.72 }],
  model: MODEL,
};
const recallResult: contract.RecallResult = {
  id: OTHER_ID,
  title: OTHER_TITLE,
  similarity: 0.58,
  score: 0.83,
  snippet: "What was learned before sleep is replayed in it.",
  via: [newLink],
};
const noteTypes = { fact: 1, insight: 1, decision: 0, experience: 0, belief: 0, code_finding: 0, synthesis: 0 };
const stats: contract.GraphStats = {
  total_notes: 2,
  total_links: 1,
  note_types: noteTypes,
  avg_links_per_note: 0.5,
  orphan_count: 0,
};
const quota: contract.Quota = {
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
const pricing: contract.Pricing = {
  tiers: { free: tier("free"), student: tier("student"), pro: tier("pro"), agent: tier("agent") },
};
const health: contract.Health = {
  status: "ok",
  version: "0.1.0",
  uptime_seconds: 3600,
  checks: { storage: "ok", search: "ok", models: "ok" },
  pending: 0,
};
const activity: contract.ActivityList = {
  events: [
    {
      id: "42",
      event: "note_created",
      data: { type: "note_created", data: { title: TITLE, note_type: "fact" }, timestamp: TIME },
    },
  ],
};
const noteLinks: contract.NoteLinks = {
  outgoing: [{ target_id: OTHER_ID, target_title: OTHER_TITLE, relation: "extends", created_at: TIME }],
  incoming: [],
};

interface Example {
  readonly request?: object;
  readonly response?: object;
}

/** An example request and response of each procedure, by name. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  "activity.list": { response: activity },
  "demo.ask": { response: answer },
  "demo.graph": { response: { notes: [note], links: [link] } satisfies contract.DemoGraph },
  "graph.stats": { response: stats },
  "health.check": { response: health },
  "links.create": { request: newLink, response: link },
  "links.list": { response: { links: [link] } satisfies contract.LinkList },
  "links.ofNote": { response: noteLinks },
  "notes.create": { request: newNote, response: createdNote },
  "notes.get": { response: detail },
  "notes.history": { response: { revisions: [revision] } satisfies contract.NoteHistory },
  "notes.list": { response: { notes: [note] } satisfies contract.NoteList },
  "notes.restore": { response: detail },
  "notes.suggestions": { response: { suggestions: [suggestion] } satisfies contract.Suggestions },
  "notes.update": {
    request: { importance: 0.8 },
    response: { id: ID, title: TITLE, updated_at: TIME } satisfies contract.UpdatedNote,
  },
  "quota.pricing": { response: pricing },
  "quota.get": { response: quota },
  "recall.ask": { request: { query: "How do I remember what I learn?" }, response: answer },
  "recall.recall": {
    request: { query: "How do I remember what I learn?", limit: 10 },
    response: { results: [recallResult] } satisfies contract.RecallResults,
  },
};
