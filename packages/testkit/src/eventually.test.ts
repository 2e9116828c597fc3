import { expect, it } from "vitest";
import { eventually } from "./eventually.ts";

it("resolves once the check passes", async () => {
  let calls = 0;
  const answer = await eventually(async () => {
    if (++calls < 3) throw new Error("not yet");
    return "done";
  });
  expect([answer, calls]).toEqual(["done", 3]);
});

it("fails with the last failure after its deadline", async () => {
  const never = () => {
    throw new Error("never");
  };
  await expect(eventually(never, { deadlineMs: 20 })).rejects.toThrow("never");
});
