import { expect, it } from "vitest";
import { createCutMemory } from "./cut-memory.ts";

const ALL = { userId: "ada", sessionId: null };
const ONE = { userId: "ada", sessionId: "one" };

it("distinguishes what began before a cut from what began after it, per user and session", () => {
  const memory = createCutMemory();
  const before = memory.now();
  memory.add(ONE);
  const between = memory.now();
  expect(["one", "two", null].map((id) => memory.wasCut("ada", id, before))).toEqual([true, false, false]);
  expect(memory.wasCut("ada", "one", between)).toBe(false);
  memory.add(ALL);
  expect(["one", "two", null].map((id) => memory.wasCut("ada", id, between))).toEqual([true, true, true]);
  expect(memory.wasCut("grace", "one", before)).toBe(false);
  expect(memory.wasCut("ada", null, memory.now())).toBe(false);
});

it("treats as cut what it may have forgotten, and nothing later", () => {
  const memory = createCutMemory(2);
  const before = memory.now();
  memory.add(ALL);
  const between = memory.now();
  memory.add({ userId: "grace", sessionId: null });
  memory.add(ALL);
  expect(memory.wasCut("eve", null, before)).toBe(false);
  memory.add({ userId: "eve", sessionId: null });
  expect(memory.wasCut("mary", null, between)).toBe(true);
  expect(memory.wasCut("mary", null, between + 1)).toBe(false);
});
