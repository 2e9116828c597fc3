import type * as z from "zod";
import { appRouter } from "./app-router.ts";
import type { RequestContext } from "./context.ts";
import { COMMON_STEPS, type ProcedureMeta, requireAccess } from "./trpc.ts";

/** A procedure of the router as transports see it. */
export interface Procedure {
  /** Its path in the router, such as `notes.create`. */
  readonly name: string;
  readonly type: "query" | "mutation";
  readonly meta: ProcedureMeta;
  /** Absent when the procedure takes no input. */
  readonly input: z.ZodType | undefined;
  /** Absent when the output is a stream. */
  readonly output: z.ZodType | undefined;
  /**
   * Runs the procedure with an input that its schema has parsed. Rejects with the domain's own errors, or with a
   * `TRPCError` that has one as its cause.
   */
  readonly run: (ctx: RequestContext, input: unknown) => Promise<unknown>;
  /** Whether `run` bypasses tRPC: see `hasCommonStepsOnly`. */
  readonly isShort: boolean;
}

/** A procedure as tRPC's builder returns it. */
export interface BuiltProcedure {
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
    readonly meta: ProcedureMeta;
    readonly inputs: readonly z.ZodType[];
    readonly output?: z.ZodType;
    readonly resolver: (options: { readonly ctx: RequestContext; readonly input: unknown }) => unknown;
    /** In calling order; input and output parsers carry `_type`, and the last one is the resolver. */
    readonly middlewares: readonly { readonly _type?: "input" | "output" }[];
  };
}

/** Every procedure of the router by name. The cast is safe because `procedure` begins each of them. */
export const PROCEDURES: ReadonlyMap<string, Procedure> = new Map(
  Object.entries(appRouter._def.procedures as unknown as Readonly<Record<string, BuiltProcedure>>).map(
    ([name, builtProcedure]) => [name, describeProcedure(name, builtProcedure)],
  ),
);

/** Describes a procedure that tRPC's builder made. */
export function describeProcedure(name: string, builtProcedure: BuiltProcedure): Procedure {
  const { type, meta, inputs, output } = builtProcedure._def;
  const isShort = hasCommonStepsOnly(builtProcedure);
  return {
    name,
    type,
    meta,
    input: inputs[0],
    output,
    isShort,
    run: isShort ? shortRun(builtProcedure) : wholeRun(name, builtProcedure),
  };
}

/** Whether a procedure has only the middlewares that `shortRun` replaces. */
export function hasCommonStepsOnly({ _def: { middlewares } }: BuiltProcedure): boolean {
  return middlewares.slice(0, -1).every((step) => step._type !== undefined || COMMON_STEPS.has(step));
}

/** Runs a procedure without tRPC, which copies the context at each step: a fifth to a third of a small read. */
function shortRun({ _def: { meta, output, resolver } }: BuiltProcedure): Procedure["run"] {
  return async (ctx, input) => {
    requireAccess(ctx, meta);
    const result = await resolver({ ctx, input });
    return output ? output.parse(result) : result;
  };
}

function wholeRun(path: string, builtProcedure: BuiltProcedure): Procedure["run"] {
  const { type } = builtProcedure._def;
  return (ctx, input) =>
    builtProcedure({ ctx, getRawInput: async () => input, path, type, signal: ctx.signal, batchIndex: 0 });
}
