import { exportOperation } from "./export-operation.ts";
import { importOperation } from "./import-operation.ts";
import { errorReferences } from "./error-responses.ts";
import { headerReferences, type Operation, type PathItem } from "./openapi-types.ts";

/** Describes the paths that are not procedures. */
export function ownPaths(withMetrics: boolean): Record<string, PathItem> {
  return {
    "/api/activity/stream": { get: streamOperation() },
    "/api/workspace/import": { post: importOperation() },
    "/api/workspace/export": { get: exportOperation() },
    "/openapi.json": {
      get: operation("openapi", "This document", "application/json", { type: "object" }),
    },
    "/docs": { get: operation("docs", "This document as a web page", "text/html; charset=utf-8", { type: "string" }) },
    ...(withMetrics && { "/metrics": { get: metricsOperation() } }),
  };
}

function operation(operationId: string, summary: string, contentType: string, schema: object): Operation {
  return {
    operationId,
    summary,
    tags: ["Operations"],
    security: [],
    responses: {
      ...errorReferences([]),
      200: { description: summary, headers: headerReferences([]), content: { [contentType]: { schema } } },
    },
  };
}

function metricsOperation(): Operation {
  const { responses, ...rest } = operation("metrics", "Figures for Prometheus", "text/plain", { type: "string" });
  return { ...rest, security: [{ metrics: [] }], responses: { ...responses, ...errorReferences(["Unauthorized"]) } };
}

function streamOperation(): Operation {
  return {
    operationId: "activity-stream",
    summary: "The caller's activity, live",
    description:
      "Server-Sent Events: `connected` first, then `note_created`, `note_linked`, `recall_query` and `model_used`, and `ping` to keep the connection alive. The stream ends when the token expires.",
    tags: ["Activity"],
    security: [{ bearer: [] }, { streamToken: [] }],
    parameters: [
      {
        in: "query",
        name: "events",
        description:
          "`all`: also `note_updated`, `note_deleted`, `note_restored`, `note_unlinked`, `quota_warning` and `import_progress`.",
        schema: { type: "string", enum: ["all"] },
      },
      {
        in: "query",
        name: "note_ids",
        description: "`true`: events carry `note_ids`: the id of the note, or those of a link's source and target.",
        schema: { type: "string", enum: ["true"] },
      },
      { in: "query", name: "last_event_id", description: "As the header `Last-Event-ID`.", schema: { type: "string" } },
      {
        in: "header",
        name: "Last-Event-ID",
        description: "Events after this one are sent first; all stored events if the id is unknown.",
        schema: { type: "string" },
      },
    ],
    responses: {
      ...errorReferences(["Unauthorized", "Forbidden", "InvalidFields", "Unavailable"]),
      200: {
        description: "The events, one after another.",
        headers: headerReferences([]),
        content: { "text/event-stream": { schema: { type: "string" }, example: STREAM_EXAMPLE } },
      },
    },
  };
}

const STREAM_EXAMPLE =
  'retry: 5000\nevent: connected\ndata: {"message":"Connected to the activity stream."}\n\n' +
  'id: 42\nevent: note_created\ndata: {"type":"note_created","data":{"title":"Spaced repetition beats cramming","note_type":"fact"},"timestamp":"2026-03-01T12:00:00.000Z"}\n\n' +
  "event: ping\ndata: {}\n\n";
