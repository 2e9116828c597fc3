import type { Binding } from "../binder/bindings.ts";
import { errorReferences, errorsOf } from "./error-responses.ts";
import { type HeaderNames, headerReferences, type Operation, type Parameter } from "./openapi-types.ts";
import { parameterAsSent, schemaAsSent, withoutHeaders } from "./schemas-as-sent.ts";

const IDEMPOTENCY_KEY: Parameter = {
  in: "header",
  name: "Idempotency-Key",
  description: "For 24 hours, the same key with the same body gets the first response again.",
  schema: { type: "string", pattern: "^[!-~]{1,255}$" },
};

const IF_MATCH: Parameter = {
  in: "header",
  name: "If-Match",
  description: "An `ETag` of the note: the request is refused with 412 when the note has another by now.",
  schema: { type: "string", pattern: '^("[0-9]{1,15}[.][0-9]{1,15}"|[*])$' },
};

/** Completes the generated operation with what REST adds: security, headers, errors and examples. */
export function describeOperation(binding: Binding, operation: Operation): Operation {
  const { meta } = binding;
  return {
    ...operation,
    security: meta.access === "public" ? [] : [{ bearer: [] }],
    parameters: [
      ...(operation.parameters ?? []).map((parameter) => parameterAsSent(binding.input, parameter)),
      ...(meta.idempotent ? [IDEMPOTENCY_KEY] : []),
      ...(meta.ifMatch ? [IF_MATCH] : []),
    ],
    ...(operation.requestBody && { requestBody: requestBody(binding, operation) }),
    responses: { ...errorReferences(errorsOf(binding)), ...success(binding, operation) },
  };
}

function requestBody(binding: Binding, operation: Operation): NonNullable<Operation["requestBody"]> {
  const { schema } = jsonContent(operation.requestBody);
  const example = binding.openapi.example?.request;
  return {
    required: true,
    content: { "application/json": { schema: schemaAsSent(schema), ...(example && { example }) } },
  };
}

function success(binding: Binding, operation: Operation): Operation["responses"] {
  const status = String(binding.meta.status ?? 200);
  const headers = headerReferences(headersOf(binding));
  if (status === "204") return { 204: { description: "Done.", headers } };
  const { schema } = jsonContent(operation.responses?.["200"]);
  const example = binding.openapi.example?.response;
  const json = {
    schema: binding.meta.isPaged ? withoutHeaders(schema) : schema,
    ...(example !== undefined && { example }),
  };
  const content = { "application/json": json, ...(binding.meta.events && STREAMED_ANSWER) };
  const answer = { description: binding.openapi.summary, headers, content };
  if (!binding.meta.isDown) return { [status]: answer };
  const down = {
    ...answer,
    description: "The service is down.",
    headers: headerReferences(["Retry-After", ...headersOf(binding)]),
  };
  return { [status]: answer, 503: { ...down, content: { "application/json": { schema } } } };
}

function headersOf({ meta }: Binding): HeaderNames {
  return [
    ...(meta.isPaged ? (["Link"] as const) : []),
    ...(meta.idempotent ? (["Idempotency-Replayed"] as const) : []),
    ...(meta.headers ?? []),
  ];
}

/** Returns the JSON schema of a generated request body or response. */
function jsonContent(part: unknown): { readonly schema: Record<string, unknown> } {
  const content = (part as { content?: Record<string, { schema?: Record<string, unknown> }> } | undefined)?.content;
  return { schema: content?.["application/json"]?.schema ?? {} };
}

const STREAMED_ANSWER = {
  "text/event-stream": {
    schema: { type: "string", description: "Events `sources`, `delta` …, then `done` or `error`; data is JSON." },
    example:
      'event: sources\ndata: {"sources":[]}\n\nevent: delta\ndata: {"text":"Reviews"}\n\n' +
      'event: done\ndata: {"answer":"Reviews","sources":[],"model":"knote-extract-1"}\n\n',
  },
} as const;
