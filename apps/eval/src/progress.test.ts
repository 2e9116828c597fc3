import { expect, it } from "vitest";
import { createProgress } from "./progress.ts";

function setUp(isTTY: boolean) {
  const time = { now: 0 };
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  return { time, written, progress: createProgress({ isTTY, write }, () => time.now) };
}

it("rewrites one line on a terminal, not too often, and never leaves out the last step", () => {
  const { time, written, progress } = setUp(true);
  progress.step("notes", 1, 3);
  progress.step("notes", 2, 3);
  progress.step("notes", 3, 3);
  time.now = 1_000;
  progress.step("pending", 7);
  expect(written.filter((text) => !text.startsWith("\r"))).toEqual(["notes: 1 of 3", "notes: 3 of 3", "pending: 7"]);
});

it("writes only permanent lines when the output is no terminal", () => {
  const { written, progress } = setUp(false);
  progress.step("notes", 3, 3);
  progress.done("3 notes stored.");
  expect(written).toEqual(["3 notes stored.\n"]);
});
