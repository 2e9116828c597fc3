import { DomainError, type DomainErrorCode } from "@knote/api";
import { expect } from "vitest";

/** Expects that the work is refused with this code. */
export async function expectRefusal(work: Promise<unknown>, code: DomainErrorCode): Promise<void> {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!("error" in outcome)) expect.fail(`Expected ${code}, but the call went through.`);
  if (!DomainError.is(outcome.error)) throw outcome.error;
  expect(outcome.error.code).toBe(code);
}

/** Returns how many calls succeeded; expects that all others were refused with this code. */
export async function countAccepted(work: readonly Promise<unknown>[], code: DomainErrorCode): Promise<number> {
  const outcomes = await Promise.allSettled(work);
  const rejections = work.filter((_, index) => outcomes[index]!.status === "rejected");
  for (const refusal of rejections) await expectRefusal(refusal, code);
  return outcomes.length - rejections.length;
}
