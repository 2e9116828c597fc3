import { describe, expect, it } from "vitest";
import * as z from "zod";
import { restBindings } from "./bindings.ts";
import { queryFields } from "./query-fields.ts";

describe("procedures on REST", () => {
  it("each have their own method and path", () => {
    const routes = restBindings().map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it("take a body with POST and PUT, unless the path has all fields", () => {
    const taking = restBindings().filter(({ takesBody }) => takesBody);
    expect(taking.map(({ name }) => name).toSorted()).toEqual([
      "links.create",
      "looks.add",
      "notes.check",
      "notes.create",
      "notes.update",
      "operations.merge",
      "operations.split",
      "proposals.decide",
      "proposals.propose",
      "proposals.run",
      "recall.ask",
      "recall.recall",
      "reviews.look",
      "reviews.lookForAll",
      "stances.recordOutcome",
      "stances.set",
      "webhooks.create",
      "webhooks.resendRange",
      "webhooks.rotate",
      "webhooks.test",
      "webhooks.update",
    ]);
    expect(taking.flatMap(({ query }) => query)).toEqual([]);
  });
});

describe("the fields of a query", () => {
  it("are derived from their schemas, which stay unchanged", () => {
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
