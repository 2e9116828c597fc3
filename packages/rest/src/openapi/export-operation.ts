import { ExportInput } from "@knote/contract";
import { errorReferences } from "./error-responses.ts";
import { headerReferences, type Operation } from "./openapi-types.ts";
import { queryParameters } from "./schemas-as-sent.ts";

const ABOUT = `The response is JSON lines that \`POST /api/workspace/import\` takes: first \`{"note": …}\` with the note's id as \`key\`, then \`{"link": …}\` for links whose notes both came, last \`{"end": {"notes": …, "links": …}}\`. Without that last line the export was cut off: ask again. Each note is one of its revisions, whole; together they are no snapshot.

With \`history=true\`, lines of further kinds stand before the last one: \`revision\`, \`key\`, \`look\`, \`stance\` and \`operation\`. An import passes over them.

With \`heads=true\` each note is \`{"head": {"id", "etag", "links"}}\`, where \`links\` changes with the links of the note, and each note in the trash \`{"gone": {"id", "etag", "deleted_at"}}\`.`;

/** Describes `GET /api/workspace/export`, which is not a procedure. */
export function exportOperation(): Operation {
  return {
    operationId: "export",
    summary: "Export notes and links, streamed",
    description: ABOUT,
    tags: ["Notes"],
    security: [{ bearer: [] }],
    parameters: queryParameters(ExportInput),
    responses: {
      ...errorReferences(["Unauthorized", "Forbidden", "InvalidFields", "Unavailable"]),
      200: {
        description: "The lines.",
        headers: headerReferences([]),
        content: { "application/x-ndjson": { schema: { type: "string" }, example: EXAMPLE } },
      },
    },
  };
}

const EXAMPLE = [
  {
    note: {
      key: "0195cf6a-7c00-7000-8000-000000000000",
      title: "Spaced repetition beats cramming",
      content: "Reviews at growing intervals keep recall high.",
      note_type: "fact",
      tags: ["learning"],
      importance: 0.5,
      archived: false,
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z",
      etag: '"1.1772366400000"',
    },
  },
  { end: { notes: 1, links: 0 } },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");
