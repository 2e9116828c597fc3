import { format } from "node:util";
import { afterEach, beforeEach, expect } from "vitest";

const METHODS = ["error", "warn"] as const;

/**
 * Unexpected console output fails a test. A test that expects some replaces the method with
 * `vi.spyOn(console, "warn").mockImplementation(…)` and asserts on it.
 */
let unexpectedLines: string[] = [];
const originals = { error: console.error, warn: console.warn };

beforeEach(() => {
  unexpectedLines = [];
  for (const method of METHODS) {
    console[method] = (...args: unknown[]) => void unexpectedLines.push(`console.${method}: ${format(...args)}`);
  }
});

afterEach(() => {
  Object.assign(console, originals);
  expect(unexpectedLines, "unexpected console output").toEqual([]);
});
