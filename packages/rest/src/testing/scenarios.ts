export interface Scenario {
  readonly request: (id: string, other: string) => string;
  readonly json?: (id: string, other: string) => object;
  /** The scope that it needs. */
  readonly scope: "notes:read" | "notes:write" | "ask" | "any token" | "nobody needed";
  readonly status: number;
  /** The exact fields of the response; none for 204. */
  readonly fields: readonly string[];
  /** Events of a call that succeeds. */
  readonly events?: readonly string[];
  /** The response to another user who asks for the same. */
  readonly stranger: number;
}

const DETAIL = ["id", "title", "content", "note_type", "state", "tags", "importance", "created_at", "updated_at"];

const QUOTA =
  "tier queries_used queries_limit sonnet_queries_used sonnet_queries_limit voice_used voice_limit resets_at".split(
    " ",
  );

/** Every endpoint, as seen by its owner, a guest and another user. */
export const SCENARIOS: Record<string, Scenario> = {
  "create a note": {
    request: () => "POST /api/workspace/notes",
    json: () => ({ title: "Naps do too", content: "A little.", note_type: "belief" }),
    scope: "notes:write",
    status: 201,
    fields: ["id", "title", "note_type", "state", "importance", "tags", "created_at", "auto_links"],
    events: ["note_created"],
    stranger: 201,
  },
  "check a note": {
    request: () => "POST /api/workspace/notes/check",
    json: () => ({ title: "Sleep does not consolidate memory" }),
    scope: "notes:read",
    status: 200,
    fields: ["findings"],
    stranger: 200,
  },
  "read a note": {
    request: (id) => `GET /api/workspace/notes/${id}`,
    scope: "notes:read",
    status: 200,
    fields: DETAIL,
    stranger: 404,
  },
  "update a note": {
    request: (id) => `PUT /api/workspace/notes/${id}`,
    json: () => ({ importance: 0.9 }),
    scope: "notes:write",
    status: 200,
    fields: ["id", "title", "updated_at"],
    events: ["note_updated"],
    stranger: 404,
  },
  "update nothing of a note": {
    request: (id) => `PUT /api/workspace/notes/${id}`,
    json: () => ({}),
    scope: "notes:write",
    status: 200,
    fields: ["id", "title", "updated_at"],
    stranger: 404,
  },
  "delete a note": {
    request: (id) => `DELETE /api/workspace/notes/${id}`,
    scope: "notes:write",
    status: 204,
    fields: [],
    events: ["note_deleted"],
    stranger: 404,
  },
  "purge a note": {
    request: (id) => `DELETE /api/workspace/notes/${id}?purge=true`,
    scope: "notes:write",
    status: 204,
    fields: [],
    events: ["note_deleted"],
    stranger: 404,
  },
  "restore a note that is there": {
    request: (id) => `POST /api/workspace/notes/${id}/restore`,
    scope: "notes:write",
    status: 200,
    fields: DETAIL,
    stranger: 404,
  },
  "links of a note": {
    request: (id) => `GET /api/workspace/notes/${id}/links`,
    scope: "notes:read",
    status: 200,
    fields: ["outgoing", "incoming"],
    stranger: 404,
  },
  "history of a note": {
    request: (id) => `GET /api/workspace/notes/${id}/history`,
    scope: "notes:read",
    status: 200,
    fields: ["revisions"],
    stranger: 404,
  },
  "suggestions for a note": {
    request: (id) => `GET /api/workspace/notes/${id}/suggestions?limit=3`,
    scope: "notes:read",
    status: 200,
    fields: ["suggestions"],
    stranger: 404,
  },
  "list notes": {
    request: () => "GET /api/graph/notes",
    scope: "notes:read",
    status: 200,
    fields: ["notes"],
    stranger: 200,
  },
  "a page of notes": {
    request: () => "GET /api/graph/notes?limit=10",
    scope: "notes:read",
    status: 200,
    fields: ["notes"],
    stranger: 200,
  },
  "search notes": {
    request: () => "GET /api/graph/notes?q=memory",
    scope: "notes:read",
    status: 200,
    fields: ["notes"],
    stranger: 200,
  },
  "link notes": {
    request: () => "POST /api/workspace/links",
    json: (id, other) => ({ source_id: id, target_id: other, relation: "extends" }),
    scope: "notes:write",
    status: 201,
    fields: ["source_id", "target_id", "relation", "created_at"],
    events: ["note_linked"],
    stranger: 404,
  },
  "remove a link": {
    request: (id, other) => `DELETE /api/workspace/links?source_id=${other}&target_id=${id}&relation=relates_to`,
    scope: "notes:write",
    status: 204,
    fields: [],
    events: ["note_unlinked"],
    stranger: 404,
  },
  "list links": {
    request: () => "GET /api/graph/links",
    scope: "notes:read",
    status: 200,
    fields: ["links"],
    stranger: 200,
  },
  "a page of links": {
    request: () => "GET /api/graph/links?limit=1",
    scope: "notes:read",
    status: 200,
    fields: ["links"],
    stranger: 200,
  },
  ask: {
    request: () => "POST /api/ask",
    json: () => ({ query: "What consolidates memory?" }),
    scope: "ask",
    status: 200,
    fields: ["answer", "sources", "model"],
    events: ["recall_query", "model_used"],
    stranger: 200,
  },
  recall: {
    request: () => "POST /api/recall",
    json: () => ({ query: "What consolidates memory?" }),
    scope: "notes:read",
    status: 200,
    fields: ["results"],
    stranger: 200,
  },
  "list looks": {
    request: () => "GET /api/graph/looks",
    scope: "notes:read",
    status: 200,
    fields: ["looks", "next"],
    stranger: 200,
  },
  "mark a matter as fine": {
    request: () => "POST /api/graph/looks",
    json: (id) => ({ looks: [{ key: `orphan ${id}`, reason: "It stands alone." }] }),
    scope: "notes:write",
    status: 200,
    fields: ["stored"],
    stranger: 200,
  },
  "bring a matter back": {
    request: (id) => `DELETE /api/graph/looks?key=orphan%20${id}`,
    scope: "notes:write",
    status: 204,
    fields: [],
    stranger: 204,
  },
  "graph health": {
    request: () => "GET /api/graph/health",
    scope: "notes:read",
    status: 200,
    fields: ["at", "score", "without_looks", "load_bearing", "open", "matters", "last_30_days", "proposals", "trend"],
    stranger: 200,
  },
  "list decisions": {
    request: () => "GET /api/graph/decisions",
    scope: "notes:read",
    status: 200,
    fields: ["decisions", "next"],
    stranger: 200,
  },
  calibration: {
    request: () => "GET /api/graph/calibration",
    scope: "notes:read",
    status: 200,
    fields: ["scored", "excluded", "brier", "brier_first", "brier_of_base_rate", "skill", "bins", "enough"],
    stranger: 200,
  },
  "merge notes": {
    request: (id) => `POST /api/workspace/notes/${id}/merge`,
    json: (_, other) => ({ with: [other] }),
    scope: "notes:write",
    status: 200,
    fields: ["operation", "note", "merged", "moved"],
    events: ["note_updated", "note_linked"],
    stranger: 404,
  },
  "split a note": {
    request: (id) => `POST /api/workspace/notes/${id}/split`,
    json: () => ({ parts: ["One", "Other"].map((title) => ({ title, content: "-", note_type: "fact" })) }),
    scope: "notes:write",
    status: 201,
    fields: ["operation", "notes", "original"],
    events: ["note_created", "note_created", "note_linked", "note_linked"],
    stranger: 404,
  },
  "list merges and splits": {
    request: () => "GET /api/graph/operations",
    scope: "notes:read",
    status: 200,
    fields: ["operations", "next"],
    stranger: 200,
  },
  "undo nothing": {
    request: (id) => `POST /api/graph/operations/${id}/undo`,
    scope: "notes:write",
    status: 404,
    fields: ["detail"],
    stranger: 404,
  },
  "graph statistics": {
    request: () => "GET /api/graph/stats",
    scope: "notes:read",
    status: 200,
    fields: ["total_notes", "total_links", "note_types", "avg_links_per_note", "orphan_count"],
    stranger: 200,
  },
  activity: {
    request: () => "GET /api/activity?limit=5",
    scope: "notes:read",
    status: 200,
    fields: ["events"],
    stranger: 200,
  },
  quota: {
    request: () => "GET /api/quota",
    scope: "any token",
    status: 200,
    fields: QUOTA,
    stranger: 200,
  },
  pricing: {
    request: () => "GET /api/pricing",
    scope: "nobody needed",
    status: 200,
    fields: ["tiers"],
    stranger: 200,
  },
  health: {
    request: () => "GET /health",
    scope: "nobody needed",
    status: 200,
    fields: ["status", "version", "uptime_seconds", "checks", "pending"],
    stranger: 200,
  },
  "the demo graph": {
    request: () => "GET /api/demo/graph",
    scope: "nobody needed",
    status: 200,
    fields: ["notes", "links"],
    stranger: 200,
  },
  "a demo question": {
    request: () => "GET /api/demo/ask",
    scope: "nobody needed",
    status: 200,
    fields: ["answer", "sources", "model"],
    stranger: 200,
  },
};
