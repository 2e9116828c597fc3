import { type ProcedureMeta, type RequestContext } from "@knote/api";
import { testServices, testUser } from "@knote/testkit";
import { initTRPC, TRPCError } from "@trpc/server";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { inputParser } from "./input-parser.ts";
import { isPlain, type KnownProcedure, procedureCall } from "./procedure-call.ts";

const t = initTRPC.context<RequestContext>().meta<ProcedureMeta>().create({ isDev: false });
const schema = z.object({ text: z.string() });
const context: RequestContext = testUser(testServices()).ctx;

function knownProcedure(steps: number, verb: (text: string) => unknown, log: string[] = []): KnownProcedure {
  let procedure = t.procedure.use(({ next }) => next());
  for (let step = 1; step < steps; step++) {
    procedure = procedure.use(({ next }) => {
      log.push(`step ${step}`);
      return next();
    });
  }
  const built = procedure
    .input(schema)
    .output(z.object({ text: z.string() }))
    .query(({ input }) => verb(input.text) as { text: string });
  return built as unknown as KnownProcedure;
}

describe("the call of a procedure", () => {
  it("runs input, verb and output, and nothing else, when it is plain", async () => {
    const log: string[] = [];
    const procedure = knownProcedure(2, (text) => ({ text, secret: true }), log);
    expect(isPlain(procedure, true)).toBe(true);
    const call = procedureCall("test", procedure, inputParser(schema, false), true);
    expect(await call(context, { text: "a", more: 1 })).toEqual({ text: "a" });
    expect(log).toEqual([]);
    await expect(call(context, {})).rejects.toMatchObject({ status: 422, issues: [{ path: "text" }] });
  });

  it("is left to tRPC when the procedure does more", async () => {
    const log: string[] = [];
    const procedure = knownProcedure(3, (text) => ({ text, secret: true }), log);
    expect(isPlain(procedure, true)).toBe(false);
    const call = procedureCall("test", procedure, inputParser(schema, false), true);
    expect(await call(context, { text: "a", more: 1 })).toEqual({ text: "a" });
    expect(log).toEqual(["step 1", "step 2"]);
    await expect(call(context, {})).rejects.toBeInstanceOf(TRPCError);
  });

  it("fails when the verb gives what its schema does not know", async () => {
    const call = procedureCall(
      "test",
      knownProcedure(1, () => ({ text: 1 })),
      inputParser(schema, false),
      false,
    );
    await expect(call(context, { text: "a" })).rejects.toBeInstanceOf(z.core.$ZodError);
  });
});
