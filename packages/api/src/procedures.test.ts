import { testServices, testUser } from "@knote/testkit";
import { TRPCError } from "@trpc/server";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { RequestContext } from "./context.ts";
import { type BuiltProcedure, describeProcedure, hasCommonStepsOnly, PROCEDURES } from "./procedures.ts";
import { procedure, type ProcedureMeta, workOf } from "./trpc.ts";

const context: RequestContext = testUser(testServices()).ctx;
const META = { access: "notes:read", work: "read", abortable: false, errors: [] } as const satisfies ProcedureMeta;

/** A procedure with the given verb; `steps` are middlewares before its input. */
function build(verb: (text: string) => unknown, steps: readonly string[] = [], log: string[] = []): BuiltProcedure {
  let builder = procedure(META);
  for (const step of steps) {
    builder = builder.use(({ next }) => {
      log.push(step);
      return next();
    }) as typeof builder;
  }
  const text = z.object({ text: z.string() });
  return builder
    .input(text)
    .output(text)
    .query(({ input }) => verb(input.text) as { text: string }) as unknown as BuiltProcedure;
}

describe("every procedure of the router", () => {
  it.each([...PROCEDURES.values()])("$name has all meta that transports need", ({ meta, type, input, output }) => {
    expect(meta).toMatchObject({
      access: expect.stringMatching(/^(public|token|notes:read|notes:write|ask|webhooks)$/),
      abortable: expect.any(Boolean),
      errors: expect.any(Array),
    });
    expect(workOf(meta, undefined)).toMatch(/^(always|read|search|recall|write|outward)$/);
    if (type === "mutation") expect(workOf(meta, {})).toMatch(/^(recall|write|outward)$/);
    if (meta.access === "notes:write") expect(workOf(meta, {})).toBe("write");
    // A write must not stop half-way because the caller closed a window.
    if (workOf(meta, {}) === "write") expect(meta.abortable).toBe(false);
    expect(meta.isStreamed === true).toBe(output === undefined);
    if (meta.wholeLists) expect(meta.isPaged).toBe(true);
    // Without a limit REST answers with the whole list, or with a page of the usual length.
    const page = input?.safeParse({ id: "a" }).data as { readonly limit?: number } | undefined;
    if (meta.isPaged) expect(meta.wholeLists ?? page?.limit).toBeDefined();
  });

  it("is limited, except those that are always answered", () => {
    const always = [...PROCEDURES.values()].filter(({ meta }) => workOf(meta, {}) === "always");
    expect(always.map(({ name }) => name).toSorted()).toEqual(["health.check", "quota.pricing"]);
  });

  it("is a search where the input has words", () => {
    const { meta } = PROCEDURES.get("notes.list")!;
    expect([{ q: "owls" }, {}, undefined, "q"].map((input) => workOf(meta, input))).toEqual([
      "search",
      "read",
      "read",
      "read",
    ]);
  });

  it("has only the common steps, so that none runs through tRPC", () => {
    for (const { name, isShort } of PROCEDURES.values()) expect([name, isShort]).toEqual([name, true]);
  });
});

describe("a run of a procedure", () => {
  it("runs only verb and output when the procedure has only the common steps", async () => {
    const builtProcedure = build((text) => ({ text, secret: true }));
    expect(hasCommonStepsOnly(builtProcedure)).toBe(true);
    expect(await describeProcedure("test", builtProcedure).run(context, { text: "a" })).toEqual({ text: "a" });
  });

  it("runs every further step of a procedure", async () => {
    const log: string[] = [];
    const builtProcedure = build((text) => ({ text, secret: true }), ["audit", "trace"], log);
    expect(hasCommonStepsOnly(builtProcedure)).toBe(false);
    expect(await describeProcedure("test", builtProcedure).run(context, { text: "a" })).toEqual({ text: "a" });
    expect(log).toEqual(["audit", "trace"]);
  });

  it.each([[[]], [["audit"]]])("requires token and scope, with the further steps %o", async (steps: string[]) => {
    const ran: string[] = [];
    const { run } = describeProcedure(
      "test",
      build((text) => ran.push(text), steps),
    );
    const stranger: RequestContext = { ...context, actor: null };
    const writer: RequestContext = { ...context, actor: { ...context.actor!, scopes: new Set(["notes:write"]) } };
    await expect(run(stranger, { text: "a" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(run(writer, { text: "a" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(ran).toEqual([]);
  });

  it("fails when the verb's result does not match its schema", async () => {
    const { run } = describeProcedure(
      "test",
      build(() => ({ text: 1 })),
    );
    await expect(run(context, { text: "a" })).rejects.toBeInstanceOf(z.core.$ZodError);
    const long = describeProcedure(
      "test",
      build(() => ({ text: 1 }), ["audit"]),
    );
    await expect(long.run(context, { text: "a" })).rejects.toBeInstanceOf(TRPCError);
  });
});
