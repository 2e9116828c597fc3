import type { OpenAPIObject } from "trpc-openapi";

export type OpenApiDocument = OpenAPIObject;
export type PathItem = NonNullable<OpenAPIObject["paths"]>[string];
export type Operation = NonNullable<PathItem["get"]>;
export type Parameter = NonNullable<Operation["parameters"]>[number];
export type Responses = NonNullable<Operation["responses"]>;
export type Components = NonNullable<OpenAPIObject["components"]>;
export type Schema = NonNullable<Components["schemas"]>[string];
export type HeaderNames = readonly (keyof typeof HEADERS)[];

/** Response headers of ours, by the name they carry. */
export const HEADERS = {
  Allow: text("The methods that this path takes."),
  "Idempotency-Replayed": {
    schema: { type: "string", enum: ["true"] },
    description: "This is the first answer again.",
  },
  Link: text('Where the next page is, while there is more: `<…>; rel="next"`.'),
  "Retry-After": { schema: { type: "integer", minimum: 1 }, description: "Seconds until a retry makes sense." },
  "WWW-Authenticate": text("What the token lacks."),
  "X-Degraded": text("What is down or incomplete, with commas between: storage, search, models, activity or indexes."),
  "X-Degraded-Reason": text("Why, in words, where the storage knows."),
  "X-Model-Fallback": {
    schema: { type: "string", enum: ["sonnet-quota"] },
    description: "The default model answered, because the quota of the more capable one is used up.",
  },
  "X-Request-Id": {
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
    description: "Taken from the request when it has one of this form, else made; it is in the log.",
  },
} as const satisfies NonNullable<Components["headers"]>;

function text(description: string) {
  return { schema: { type: "string" }, description } as const;
}

/** References to headers of `HEADERS`; every answer has `X-Request-Id`. */
export function headerReferences(names: HeaderNames): Record<string, { $ref: string }> {
  const all = [...names, "X-Request-Id"];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function schemaReference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
