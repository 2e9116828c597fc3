import { appRouter, type ProcedureMeta } from "@knote/api";
import type * as z from "zod";
import type { Method } from "../routing/endpoint.ts";
import { type InputParser, inputParser } from "./input-parser.ts";
import { type KnownProcedure, type ProcedureCall, procedureCall } from "./procedure-call.ts";
import { type QueryField, queryFields } from "./query-fields.ts";

/** A procedure of the router with what REST needs to know of it. */
export interface Binding {
  /** Where the router has it: `notes.create`. */
  readonly name: string;
  readonly meta: ProcedureMeta;
  readonly method: Method;
  readonly path: string;
  /** Absent when the procedure takes nothing. */
  readonly input: z.ZodType | undefined;
  /** Fields of the input that come with the query; the path's are not among them. */
  readonly query: readonly QueryField[];
  readonly takesBody: boolean;
  /** The input as the verb will see it: for what must be known before the procedure is called. */
  readonly parse: InputParser;
  readonly call: ProcedureCall;
}

/** Every procedure of the router that is on REST. */
export function restBindings(): Binding[] {
  return Object.entries(knownProcedures()).flatMap(([name, procedure]) => {
    const { meta } = procedure._def;
    return meta?.openapi ? [bind(name, procedure, { ...meta, openapi: meta.openapi })] : [];
  });
}

function bind(
  name: string,
  procedure: KnownProcedure,
  meta: ProcedureMeta & { readonly openapi: NonNullable<ProcedureMeta["openapi"]> },
): Binding {
  const { method, path } = meta.openapi;
  const [input] = procedure._def.inputs;
  const inPath = new Set(Array.from(path.matchAll(/\{(\w+)\}/g), ([, parameter]) => parameter));
  const fields = input ? queryFields(input).filter((field) => !inPath.has(field.name)) : [];
  const withBody = method === "POST" || method === "PUT";
  const takesBody = withBody && fields.length > 0;
  const parse = inputParser(input, !takesBody);
  return {
    name,
    meta,
    method,
    path,
    input,
    query: withBody ? [] : fields,
    takesBody,
    parse,
    call: procedureCall(name, procedure, parse, meta.openapi.protect),
  };
}

/** Safe because the router's procedures are made by tRPC's builder, with at most one zod schema as input. */
function knownProcedures(): Record<string, KnownProcedure> {
  return appRouter._def.procedures as unknown as Record<string, KnownProcedure>;
}
