import type { ProcedureMeta, RequestContext } from "@knote/api";
import type * as z from "zod";
import type { InputParser } from "./input-parser.ts";

/** Checks the input, runs the verb, and gives its output by its schema. Rejects as the verb does. */
export type ProcedureCall = (context: RequestContext, input: unknown) => Promise<unknown>;

/** What tRPC keeps of a procedure; `inputs` and `output` are what was given to the builder. */
export interface KnownProcedure {
  (options: {
    readonly ctx: RequestContext;
    readonly getRawInput: () => Promise<unknown>;
    readonly path: string;
    readonly type: "query" | "mutation";
    readonly signal: AbortSignal | undefined;
    readonly batchIndex: number;
  }): Promise<unknown>;
  readonly _def: {
    readonly type: "query" | "mutation";
    readonly meta?: ProcedureMeta;
    readonly inputs: readonly z.ZodType[];
    readonly output: z.ZodType;
    readonly resolver: (options: { readonly ctx: RequestContext; readonly input: unknown }) => unknown;
    /** Steps of the call, in order: the procedure's own, input and output (which say so), the resolver last. */
    readonly middlewares: readonly { readonly _type?: "input" | "output" }[];
  };
}

/**
 * Runs a procedure's parts one after another. tRPC does the same, but copies the context at every step, which costs a
 * small read more than all the rest. What a procedure does besides is left to tRPC: see `isPlain`.
 */
export function procedureCall(
  name: string,
  procedure: KnownProcedure,
  parse: InputParser,
  isProtected: boolean,
): ProcedureCall {
  if (!isPlain(procedure, isProtected)) return wholeCall(name, procedure);
  const { output, resolver } = procedure._def;
  return async (ctx, sent) => output.parse(await resolver({ ctx, input: parse(sent) }));
}

/**
 * Whether the procedure does nothing but what REST does for it anyhow: the errors of the domain are told as they are,
 * and of a protected one token and scope were looked at.
 */
export function isPlain({ _def: { middlewares } }: KnownProcedure, isProtected: boolean): boolean {
  const own = middlewares.slice(0, -1).filter((step) => step._type === undefined);
  return own.length === (isProtected ? 2 : 1);
}

function wholeCall(path: string, procedure: KnownProcedure): ProcedureCall {
  const { type } = procedure._def;
  return (ctx, sent) =>
    procedure({ ctx, getRawInput: async () => sent, path, type, signal: ctx.signal, batchIndex: 0 });
}
