import { appRouter } from "@knote/api";
import { expect, it } from "vitest";
import { WORK_LIMITS, workOf } from "./work.ts";

const PROCEDURES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: "query" | "mutation" } }>,
);

it("is limited for every procedure but those that are always answered", () => {
  const free = PROCEDURES.filter(([name]) => workOf(name, {}) === null).map(([name]) => name);
  expect(free.toSorted()).toEqual(["health.check", "quota.pricing"]);
});

it("is a write, or a recall, for whatever changes something", () => {
  for (const [name, { _def }] of PROCEDURES) {
    if (_def.type === "mutation")
      expect([name, workOf(name, {})]).toEqual([name, expect.stringMatching(/write|recall/)]);
  }
});

it.each([
  ["notes.list", { q: "owls" }, "search"],
  ["notes.list", {}, "read"],
  ["notes.list", undefined, "read"],
  ["notes.get", { id: "any" }, "read"],
  ["notes.suggestions", { id: "any" }, "recall"],
  ["recall.askStream", { query: "Why?" }, "recall"],
  ["a procedure of tomorrow", { q: "owls" }, "read"],
])("of %s with %o is %s", (procedure, input, work) => {
  expect(workOf(procedure, input)).toBe(work);
});

it("has room for what one client sends at once on purpose", () => {
  for (const work of ["read", "search", "recall", "write"] as const) {
    expect(WORK_LIMITS[work].most).toBeGreaterThanOrEqual(200);
    expect(WORK_LIMITS[work]).not.toHaveProperty("mostOfOne");
  }
});
