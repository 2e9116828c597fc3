import * as z from "zod";

/** A JSON Schema as models and clients get it. */
export type JsonSchema = Record<string, unknown> & { readonly type: "object" };

/** Without any entry: names, examples and descriptions of the contract are for readers of its documentation. */
const NO_TEXTS = z.registry<Record<string, unknown>>();

/**
 * Turns a schema into the shortest JSON Schema that says the same to a model: types, choices, limits and defaults. Every
 * conversation pays for each word of it. `hints` describe single fields.
 */
export function compactSchema(
  schema: z.ZodObject,
  io: "input" | "output",
  hints: Readonly<Record<string, string>> = {},
): JsonSchema {
  const { $schema: _dialect, ...whole } = z.toJSONSchema(schema, {
    io,
    metadata: NO_TEXTS,
    override({ jsonSchema }) {
      delete jsonSchema.pattern;
      delete jsonSchema.format;
      // Outputs may get fields and choices that a client does not know yet, as everywhere in the interface.
      delete jsonSchema.additionalProperties;
      if (io === "output") delete jsonSchema.enum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const properties = whole.properties as Record<string, object>;
  const entries = Object.entries(properties).map(([name, property]) => {
    const description = hints[name];
    return [name, description === undefined ? property : { ...property, description }];
  });
  return { ...whole, type: "object", properties: Object.fromEntries(entries) };
}
