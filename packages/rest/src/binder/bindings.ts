import { type Procedure, type ProcedureMeta, PROCEDURES } from "@knote/api";
import type * as z from "zod";
import type { Method } from "../routing/endpoint.ts";
import { type InputParser, inputParser } from "./input-parser.ts";
import { type QueryField, queryFields } from "./query-fields.ts";

/** A procedure of the router, with its REST path, method and input fields. */
export interface Binding extends Pick<Procedure, "name" | "meta" | "run"> {
  readonly openapi: NonNullable<ProcedureMeta["openapi"]>;
  readonly method: Method;
  readonly path: string;
  /** Absent when the procedure takes no input. */
  readonly input: z.ZodType | undefined;
  /** Fields of the input that come with the query, without those of the path. */
  readonly query: readonly QueryField[];
  readonly takesBody: boolean;
  /** Parses the input for the verb; throws 422. */
  readonly parse: InputParser;
}

/** Returns every procedure of the router that has a REST path. */
export function restBindings(): Binding[] {
  return [...PROCEDURES.values()].flatMap((procedure) => {
    const { openapi } = procedure.meta;
    return openapi ? [bind(procedure, openapi)] : [];
  });
}

function bind({ name, meta, input, run }: Procedure, openapi: Binding["openapi"]): Binding {
  const { method, path } = openapi;
  const inPath = new Set(Array.from(path.matchAll(/\{(\w+)\}/g), ([, parameter]) => parameter));
  const fields = input ? queryFields(input).filter((field) => !inPath.has(field.name)) : [];
  const withBody = method === "POST" || method === "PUT";
  const takesBody = withBody && fields.length > 0;
  const parse = inputParser(input, !takesBody);
  const query = withBody ? [] : fields;
  return { name, meta, run, openapi, method, path, input, query, takesBody, parse };
}
