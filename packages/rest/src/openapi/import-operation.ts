import { ImportLine, type ImportResult, type ImportSummary } from "@knote/contract";
import { errorReferences } from "./error-responses.ts";
import { type Components, headerReferences, type Operation } from "./openapi-types.ts";
import { inputSchemas } from "./schemas-as-sent.ts";

/** Returns the schemas of import lines, which no procedure has. */
export function importSchemas(): NonNullable<Components["schemas"]> {
  const { own, named } = inputSchemas(ImportLine);
  return { ...named, ImportLine: own };
}

const ABOUT = `The body is JSON lines, each an \`ImportLine\`; the response streams an \`ImportResult\` for each line that is not blank, in order, then an \`ImportSummary\`. A result means that its line is stored durably. A bad line gets an \`error\`, and the import goes on.

A note with a \`key\` is stored once, however often the file is sent: after an interruption, send it again. Existing notes are never changed; a deleted note keeps its key until it is purged. Links name notes of earlier lines or earlier imports by key or id. No \`auto_links\` are computed, and \`Idempotency-Key\` is ignored.

Read the response while sending: neither side is buffered without bound, and a client that reads nothing for 30 s, or sends nothing for 60 s, is cut off. A line has at most as many bytes as any other body. Instead of an event for each note, \`import_progress\` reports the counts on the stream with \`events=all\`.`;

/** Describes `POST /api/workspace/import`, which is not a procedure. */
export function importOperation(): Operation {
  return {
    operationId: "import",
    summary: "Import notes and links, streamed both ways",
    description: ABOUT,
    tags: ["Notes"],
    security: [{ bearer: [] }],
    requestBody: { required: true, content: { [NDJSON]: { schema: lines("ImportLine"), example: REQUEST_EXAMPLE } } },
    responses: {
      ...errorReferences(["Unauthorized", "Forbidden", "UnsupportedMediaType", "Unavailable"]),
      200: {
        description: "The result of each line.",
        headers: headerReferences([]),
        content: { [NDJSON]: { schema: lines("ImportResult"), example: RESPONSE_EXAMPLE } },
      },
    },
  };
}

const NDJSON = "application/x-ndjson";
const ID = "0178e2a5-2d58-7000-8000-000000000001";

const REQUEST_EXAMPLE = text([
  {
    note: {
      key: "diary-2021-03-04",
      title: "Spaced repetition beats cramming",
      content: "Reviews at growing intervals keep recall high.",
      note_type: "fact",
      created_at: "2021-03-04T05:06:07Z",
    },
  },
  { link: { source: "diary-2021-03-04", target: ID, relation: "extends" } },
] satisfies object[]);

const RESPONSE_EXAMPLE = text([
  { line: 1, status: "created", id: ID },
  { line: 2, status: "error", detail: "A note cannot be linked to itself." },
  { done: true, created: 1, exists: 0, linked: 0, failed: 1 },
] satisfies (ImportResult | ImportSummary)[]);

function lines(of: "ImportLine" | "ImportResult") {
  return { type: "string" as const, description: `On each line one of \`#/components/schemas/${of}\`.` };
}

function text(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
