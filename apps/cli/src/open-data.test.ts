import { afterEach, expect, it, vi } from "vitest";
import { warn } from "./open-data.ts";

afterEach(() => vi.restoreAllMocks());

it("prints a warning with its cause", () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  warn("The log could not be written.", new Error("disk full"));
  warn("The log could not be written.", "a reason in words");
  warn("Run one process only.");
  expect(lines).toEqual([
    "The log could not be written. (disk full)\n",
    "The log could not be written. (a reason in words)\n",
    "Run one process only.\n",
  ]);
});
