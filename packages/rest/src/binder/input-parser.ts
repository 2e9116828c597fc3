import type * as z from "zod";
import { fieldIssues } from "@knote/api/kit/field-issues";
import { invalidFields } from "../errors/http-refusal.ts";

/** Parses the raw input for the verb; throws 422. */
export type InputParser = (rawInput: unknown) => unknown;

/** `flat`: the fields come with path and query. Without a schema every input is ignored. */
export function inputParser(schema: z.ZodType | undefined, flat: boolean): InputParser {
  if (schema === undefined) return () => undefined;
  return (rawInput) => {
    const result = schema.safeParse(rawInput);
    if (!result.success) throw invalidFields(fieldIssues(result.error, flat));
    return result.data;
  };
}
