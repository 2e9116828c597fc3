import type { OpenAPIObject } from "trpc-openapi";

export type OpenApiDocument = OpenAPIObject;
export type PathItem = NonNullable<OpenAPIObject["paths"]>[string];
export type Operation = NonNullable<PathItem["get"]>;
export type Parameter = NonNullable<Operation["parameters"]>[number];
export type Responses = NonNullable<Operation["responses"]>;
export type Components = NonNullable<OpenAPIObject["components"]>;
export type Schema = NonNullable<Components["schemas"]>[string];
export type HeaderNames = readonly (keyof typeof HEADERS)[];

/** The response headers that this service documents, by name. */
export const HEADERS = {
  Allow: text("The methods that this path allows."),
  ETag: text("The state of the note, for `If-Match`."),
  "Idempotency-Replayed": {
    schema: { type: "string", enum: ["true"] },
    description: "The first response to this key, repeated.",
  },
  Link: text('The next page, if there is one: `<…>; rel="next"`.'),
  "Retry-After": { schema: { type: "integer", minimum: 1 }, description: "Seconds until a retry makes sense." },
  "WWW-Authenticate": text("Why the token was refused."),
  "X-As-Of": text(
    "With `as_of`: the time that it means; `changed`: how many notes have another text now; `by-present-text`: how many " +
      "results were found or measured by their present text, 0 for an exact answer; `searched`, when so many notes have " +
      "changed that not all are searched by their words of then: how many are; `kept-since`, when the time is before " +
      "it: since when removed links are kept.",
  ),
  "X-Degraded": text("What is down or incomplete, comma-separated: storage, search, models, activity or indexes."),
  "X-Degraded-Reason": text("The reason in words, if the storage knows it."),
  "X-Model-Fallback": {
    schema: { type: "string", enum: ["sonnet-quota"] },
    description: "The default model answered, because the quota of the more capable one is used up.",
  },
  "X-Request-Id": {
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
    description: "The request's own id if it has this form, or a new one; also in the log.",
  },
  "X-Needs-Review": text("How many of the sources rest on something that fell; absent when none does."),
  "X-Search-Correction": text(
    "The search whose matches these are, percent-encoded: nothing matched `q`, and its misspelt words were corrected.",
  ),
} as const satisfies NonNullable<Components["headers"]>;

function text(description: string) {
  return { schema: { type: "string" }, description } as const;
}

/** Returns references to the named headers and to `X-Request-Id`, which every response has. */
export function headerReferences(names: HeaderNames): Record<string, { $ref: string }> {
  const all = [...names, "X-Request-Id"];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function schemaReference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
