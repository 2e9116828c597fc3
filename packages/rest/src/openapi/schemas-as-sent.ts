import * as z from "zod";
import type { Components, Parameter } from "./openapi-types.ts";

type Json = Record<string, unknown>;

/** Text that must not be empty after trimming; NUL is not allowed. */
const SOME_TEXT = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$";
const ANY_TEXT = "^[^\\u0000]*$";

/** Returns the schemas of an input outside the procedures: its own, and by name those to which it refers. */
export function inputSchemas(input: z.ZodType) {
  // Safe because zod writes JSON Schema, which OpenAPI 3.1 uses.
  const text = JSON.stringify(z.toJSONSchema(input, { io: "input" })).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $defs: namedSchemas = {}, $schema: _, ...own } = JSON.parse(text) as Json & { $defs?: Components["schemas"] };
  return { own, named: namedSchemas };
}

/** Describes the fields of an object outside the procedures as parameters of a query. */
export function queryParameters(input: z.ZodObject): Parameter[] {
  const properties = inputSchemas(input).own["properties"] as Record<string, Json>;
  return Object.entries(properties).map(([name, { description: _, ...schema }]) =>
    parameterAsSent(input, { in: "query", name, schema }),
  );
}

/** Describes a parameter as sent in a URL: one that can be repeated is a list. */
export function parameterAsSent(input: z.ZodType | undefined, parameter: Parameter): Parameter {
  if (!("name" in parameter) || parameter.schema === undefined) return parameter;
  const schema = listIfRepeatable(parameter.schema as Json);
  const description = descriptionOf(input, parameter.name);
  return {
    ...parameter,
    ...(description !== undefined && { description }),
    ...(schema["type"] === "array" && { style: "form", explode: true }),
    schema: parameter.name === "cursor" ? schema : schemaAsSent(schema),
  };
}

/** Adds to a request schema the patterns that its bounds do not express. */
export function schemaAsSent(schema: Json): Json {
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, childAsSent(key, value)]));
  const isText = schema["type"] === "string" && schema["maxLength"] !== undefined && schema["pattern"] === undefined;
  return isText ? { ...inner, pattern: schema["minLength"] === 0 ? ANY_TEXT : SOME_TEXT } : inner;
}

/** Removes what REST sends in the headers `Link` and `X-Search-Correction` from the schema of a page. */
export function withoutHeaders(schema: Json): Json {
  const { next: _next, correction: _correction, ...properties } = schema["properties"] as Json;
  return { ...schema, properties, required: Object.keys(properties) };
}

function childAsSent(key: string, value: unknown): unknown {
  if (key === "items" && isSchema(value)) return schemaAsSent(value);
  if (key !== "properties" || !isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [name, isSchema(property) ? schemaAsSent(property) : property]),
  );
}

function listIfRepeatable(schema: Json): Json {
  const options = schema["anyOf"];
  return (
    (Array.isArray(options) ? (options as Json[]).find((option) => option["type"] === "array") : undefined) ?? schema
  );
}

/** Returns the description of a field, which the generator loses when it unwraps optional fields. */
function descriptionOf(input: z.ZodType | undefined, name: string): string | undefined {
  const field = input instanceof z.ZodObject ? (input.shape[name] as z.ZodType | undefined) : undefined;
  return field?.meta()?.description;
}

function isSchema(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
