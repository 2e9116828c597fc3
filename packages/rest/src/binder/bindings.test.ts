import { appRouter } from "@knote/api";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { restBindings } from "./bindings.ts";
import { isPlain, type KnownProcedure } from "./procedure-call.ts";
import { queryFields } from "./query-fields.ts";

describe("procedures on REST", () => {
  it("are all of the router but what the dashboard alone asks, each with a method and path of its own", () => {
    const bindings = restBindings();
    // On REST a streamed answer is `recall.ask` with another `Accept`.
    const procedures = Object.keys(appRouter._def.procedures).filter(
      (name) => name !== "recall.askStream" && !name.startsWith("tend."),
    );
    expect(bindings.map(({ name }) => name).toSorted()).toEqual(procedures.toSorted());
    expect(new Set(bindings.map(({ method, path }) => `${method} ${path}`)).size).toBe(bindings.length);
  });

  it("are plain, so that none takes the long way through tRPC", () => {
    const procedures = appRouter._def.procedures as unknown as Record<string, KnownProcedure>;
    for (const { name, meta } of restBindings()) {
      expect([name, isPlain(procedures[name]!, meta.openapi!.protect)]).toEqual([name, true]);
    }
  });

  it("say a scope, unless they are public or any token will do", () => {
    const open = restBindings().filter(({ meta }) => meta.scope === undefined);
    expect(open.map(({ name }) => name).toSorted()).toEqual([
      "demo.ask",
      "demo.graph",
      "health.check",
      "quota.get",
      "quota.pricing",
    ]);
    expect(open.filter(({ meta }) => meta.openapi!.protect).map(({ name }) => name)).toEqual(["quota.get"]);
  });

  it("take a body with POST and PUT, unless the path says all", () => {
    const taking = restBindings().filter(({ takesBody }) => takesBody);
    expect(taking.map(({ name }) => name).toSorted()).toEqual([
      "links.create",
      "notes.create",
      "notes.update",
      "recall.ask",
      "recall.recall",
    ]);
    expect(taking.flatMap(({ query }) => query)).toEqual([]);
  });
});

describe("the fields of a query", () => {
  it("are known by their schemas, which stay as they are", () => {
    const schema = z.object({
      text: z.string().trim().optional(),
      count: z.int().optional().default(3),
      flag: z.boolean().prefault(false),
      many: z.array(z.number()),
      either: z.union([z.enum(["a", "b"]).transform((one) => [one]), z.array(z.enum(["a", "b"]))]).optional(),
    });
    expect(queryFields(schema)).toEqual([
      { name: "text", kind: "string", repeatable: false },
      { name: "count", kind: "number", repeatable: false },
      { name: "flag", kind: "boolean", repeatable: false },
      { name: "many", kind: "number", repeatable: true },
      { name: "either", kind: "string", repeatable: true },
    ]);
    expect(schema.safeParse({ count: "3", flag: "true", many: ["1"] }).success).toBe(false);
  });
});
