import type { FieldIssue } from "@knote/contract";
import { invalidFields } from "../errors/http-refusal.ts";
import type { QueryField } from "./query-fields.ts";

/** A number as in JSON, so that `limit=` and `limit=0x10` are none. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Reads the known fields of a query, ignoring others. Text of a wrong type stays text, for the schema to refuse. */
export function readQuery(search: string, fields: readonly QueryField[]): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  if (search === "" || fields.length === 0) return input;
  const parameters = new URLSearchParams(search);
  const issues: FieldIssue[] = [];
  for (const field of fields) {
    const texts = parameters.getAll(field.name);
    if (texts.length === 0) continue;
    const values = texts.map((text) => valueOf(text, field));
    input[field.name] = values.length === 1 ? values[0] : values;
    if (values.length > 1 && !field.repeatable) {
      issues.push({ path: field.name, message: `${field.name} must be given once.` });
    }
  }
  if (issues.length > 0) throw invalidFields(issues);
  return input;
}

function valueOf(text: string, { kind }: QueryField): unknown {
  if (kind === "number" && NUMBER.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
