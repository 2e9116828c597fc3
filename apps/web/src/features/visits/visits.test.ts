import { expect, it } from "vitest";
import { previousVisit, recordVisit } from "./visits.ts";

const MINUTE_MS = 60_000;
const START = Date.parse("2026-03-01T12:00:00.000Z");

function setUp() {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage;
  const at = (minutes: number) => START + minutes * MINUTE_MS;
  return {
    values,
    visit: (minutes: number) => recordVisit(storage, at(minutes)),
    previousAt: (minutes: number) => previousVisit(storage, at(minutes)),
  };
}

it("knows no earlier visit during the first", () => {
  const { visit, previousAt } = setUp();
  expect(previousAt(0)).toBeNull();
  visit(0);
  visit(29);
  expect(previousAt(58)).toBeNull();
});

it("takes uses less than half an hour apart for one visit, and others for two", () => {
  const { visit, previousAt } = setUp();
  visit(0);
  visit(29);
  expect(previousAt(59)).toBe(START + 29 * MINUTE_MS);
  visit(59);
  expect(previousAt(60)).toBe(START + 29 * MINUTE_MS);
  visit(80);
  expect(previousAt(81)).toBe(START + 29 * MINUTE_MS);
  visit(500);
  expect(previousAt(500)).toBe(START + 80 * MINUTE_MS);
});

it.each(["", "{", "null", "[]", '"x"', '{"present":"now"}'])("begins again when what is stored is %j", (text) => {
  const { values, visit, previousAt } = setUp();
  values.set("knote.visits", text);
  expect(previousAt(0)).toBeNull();
  visit(0);
  expect(previousAt(1)).toBeNull();
});
