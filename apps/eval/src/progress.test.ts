import { expect, it } from "vitest";
import { createProgress } from "./progress.ts";

function setUp(isTTY: boolean) {
  const time = { now: 0 };
  const output: string[] = [];
  const write = (text: string) => output.push(text) > 0;
  return { time, output, progress: createProgress({ isTTY, write }, () => time.now) };
}

it("rewrites one line on a terminal, not too often, and never leaves out the last step", () => {
  const { time, output, progress } = setUp(true);
  progress.step("notes", 1, 3);
  progress.step("notes", 2, 3);
  progress.step("notes", 3, 3);
  time.now = 1_000;
  progress.step("pending", 7);
  expect(output.filter((text) => !text.startsWith("\r"))).toEqual(["notes: 1 of 3", "notes: 3 of 3", "pending: 7"]);
});

it("writes only permanent lines when the output is no terminal", () => {
  const { output, progress } = setUp(false);
  progress.step("notes", 3, 3);
  progress.writeLine("3 notes stored.");
  expect(output).toEqual(["3 notes stored.\n"]);
});
