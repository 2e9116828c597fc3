import * as z from "zod";

/** How the text of a query parameter is read as a value. */
export interface QueryField {
  readonly name: string;
  readonly kind: "string" | "number" | "boolean";
  /** The parameter can be given several times. */
  readonly repeatable: boolean;
}

/** Returns the fields of an object schema. Read-only: schemas are shared with tRPC. */
export function queryFields(schema: z.ZodType): QueryField[] {
  if (!(schema instanceof z.ZodObject)) throw new TypeError("A procedure on REST takes an object.");
  return Object.entries(schema.shape).map(([name, field]) => ({ name, ...kindOf(field as z.core.$ZodType) }));
}

function kindOf(schema: z.core.$ZodType): Omit<QueryField, "name"> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "default":
    case "nullable":
    case "prefault":
      return kindOf(def.innerType);
    case "pipe":
      return kindOf(def.in);
    case "array":
      return { ...kindOf(def.element), repeatable: true };
    case "union": {
      const kinds = def.options.map(kindOf);
      return { kind: kinds[0]!.kind, repeatable: kinds.some((kind) => kind.repeatable) };
    }
    case "number":
    case "boolean":
      return { kind: def.type, repeatable: false };
    default:
      return { kind: "string", repeatable: false };
  }
}
