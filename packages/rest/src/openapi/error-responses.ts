import { type ProcedureMeta, scopeOf } from "@knote/api";
import type { ErrorBody } from "@knote/contract";
import type { Binding } from "../binder/bindings.ts";
import {
  type Components,
  type HeaderNames,
  headerReferences,
  type Responses,
  schemaReference,
} from "./openapi-types.ts";

interface ErrorKind {
  readonly status: number;
  readonly description: string;
  readonly headers: HeaderNames;
  readonly example: ErrorBody;
}

/** All error responses. */
const ERRORS = {
  BadRequest: kind(400, "Invalid HTTP, or a body that is not valid JSON in UTF-8.", "The body must be valid JSON."),
  Unauthorized: kind(401, "No access token, or an invalid one.", "The access token is not valid.", [
    "WWW-Authenticate",
  ]),
  Forbidden: kind(403, "The token lacks the scope.", "This token does not carry the scope notes:write.", [
    "WWW-Authenticate",
  ]),
  NotFound: kind(404, "No such note or link of the caller's.", "Note not found."),
  RequestTimeout: kind(408, "The request took too long to arrive.", "The request took too long to arrive."),
  Conflict: kind(
    409,
    "The request conflicts with existing data, or the idempotency key is taken.",
    "This link exists already.",
    ["Retry-After"],
  ),
  PreconditionFailed: kind(
    412,
    "The note has another `ETag` than `If-Match` names.",
    "The note has changed since it was read.",
  ),
  ContentTooLarge: kind(413, "The body is over the limit.", "The body must have at most 1,048,576 bytes."),
  UnsupportedMediaType: kind(
    415,
    "The body is not sent as plain `application/json`.",
    "The body must be sent as application/json.",
  ),
  Misdirected: kind(
    421,
    "The request names a host that is not this service's.",
    "This service does not answer to that host.",
  ),
  InvalidFields: {
    ...kind(422, "Fields are missing or out of bounds.", "The request has invalid fields."),
    example: { detail: "The request has invalid fields.", issues: [{ path: "title", message: "title is required." }] },
  },
  TooManyRequests: kind(
    429,
    "The quota or the rate limit is used up.",
    "Monthly query quota exceeded. Upgrade your tier or wait for the reset.",
    ["Retry-After"],
  ),
  HeadersTooLarge: kind(431, "The request's headers are too large.", "The request's headers are too large."),
  Failed: kind(500, "An internal failure; the log has its cause under the request id.", "Internal server error."),
  ProviderFailed: kind(502, "A model provider failed after retries.", "The answer model failed."),
  Unavailable: kind(
    503,
    "A dependency is down, or the service is overloaded. Nothing is half done: try again later.",
    "The service has too much to do; try again in a moment.",
    ["Retry-After"],
  ),
} as const satisfies Record<string, ErrorKind>;

export type ErrorName = keyof typeof ERRORS;

const ALWAYS: readonly ErrorName[] = ["BadRequest", "RequestTimeout", "Misdirected", "HeadersTooLarge", "Failed"];

export function errorComponents(): NonNullable<Components["responses"]> {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([name, { description, headers, example }]) => [
      name,
      {
        description,
        headers: headerReferences(headers),
        content: { "application/json": { schema: schemaReference("ErrorBody"), example } },
      },
    ]),
  );
}

/** Returns references to the given errors and to those of every operation. */
export function errorReferences(names: readonly ErrorName[]): Responses {
  return Object.fromEntries(
    [...ALWAYS, ...names].map((name) => [String(ERRORS[name].status), { $ref: `#/components/responses/${name}` }]),
  );
}

const OF_DOMAIN = {
  INVALID: "InvalidFields",
  NOT_FOUND: "NotFound",
  CONFLICT: "Conflict",
  PRECONDITION_FAILED: "PreconditionFailed",
  LIMIT_EXCEEDED: "TooManyRequests",
  QUOTA_EXCEEDED: "TooManyRequests",
  PROVIDER_FAILED: "ProviderFailed",
} as const satisfies Record<ProcedureMeta["errors"][number], ErrorName>;

/** Returns the errors that a procedure can respond with. */
export function errorsOf({ meta, query, takesBody }: Binding): ErrorName[] {
  const when: [boolean, ErrorName[]][] = [
    [meta.access !== "public", ["Unauthorized"]],
    [scopeOf(meta) !== null, ["Forbidden"]],
    [true, meta.errors.map((code) => OF_DOMAIN[code])],
    [meta.idempotent === true, ["Conflict"]],
    [takesBody, ["ContentTooLarge", "UnsupportedMediaType"]],
    [takesBody || query.length > 0 || meta.ifMatch === true, ["InvalidFields"]],
    [true, ["Unavailable"]],
  ];
  return when.flatMap(([applies, names]) => (applies ? names : []));
}

function kind(status: number, description: string, detail: string, headers: HeaderNames = []): ErrorKind {
  return { status, description, headers, example: { detail } };
}
