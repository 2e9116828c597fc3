import { expect, it } from "vitest";
import { createAdmission, type WorkLimits } from "./admission.ts";
import { OverloadedError } from "../errors/overloaded-error.ts";

function setUp(limits: WorkLimits = {}) {
  let waitedMs = 0;
  let isClosed = false;
  const loop = { waitedMs: () => waitedMs, close: () => void (isClosed = true) };
  const admission = createAdmission(limits, { now: () => 0, loop });
  return {
    admission,
    fallBehind: (milliseconds: number) => void (waitedMs = milliseconds),
    isClosed: () => isClosed,
    figuresOf: (work: string) => admission.figures.find((figures) => figures.work === work),
  };
}

it("keeps kinds of work apart, and always admits work that is never refused", async () => {
  const { admission, figuresOf } = setUp({ search: { most: 0 } });
  await expect(admission.enter("search")).rejects.toThrow(OverloadedError);
  expect(() => admission.check("search")).toThrow(OverloadedError);
  (await admission.enter("write")).leave();
  admission.check("always");
  for (let count = 0; count < 10_000; count++) await admission.enter("always");
  expect(figuresOf("search")).toEqual({ work: "search", most: 0, underWay: 0, shed: 2, shedOfOne: 0 });
  expect(figuresOf("write")).toMatchObject({ underWay: 0, shed: 0 });
});

it("refuses requests that waited too long for the event loop: cheap work later than the rest, some work never", () => {
  const { admission, fallBehind, figuresOf } = setUp();
  for (const work of ["read", "search", "recall", "write", "import"] as const) admission.check(work);
  fallBehind(500);
  admission.check("search");
  expect(() => admission.check("recall")).toThrow(OverloadedError);
  fallBehind(700);
  admission.check("read");
  for (const work of ["search", "recall", "write", "import"] as const) {
    expect(() => admission.check(work)).toThrow(OverloadedError);
  }
  fallBehind(1_100);
  expect(() => admission.check("read")).toThrow(OverloadedError);
  admission.check("stream");
  admission.check("always");
  expect(figuresOf("write")).toMatchObject({ underWay: 0, shed: 1 });
});

it("says when to retry, and names no internals", () => {
  expect(new OverloadedError()).toMatchObject({
    code: "UNAVAILABLE",
    message: "The service has too much to do; try again in a moment.",
    retryAfterSeconds: 2,
  });
});

it("stops the beat when it is closed", () => {
  const { admission, isClosed } = setUp();
  admission.close();
  expect(isClosed()).toBe(true);
});
