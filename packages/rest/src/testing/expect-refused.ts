import { expect } from "vitest";
import type { Answer, SendOptions } from "./send.ts";
import type { TestApp, TestCaller } from "./start-app.ts";

/** Expects that the request is refused, stores nothing and emits nothing. */
export async function expectRefused(
  app: TestApp,
  caller: TestCaller,
  request: string,
  sendOptions: SendOptions,
): Promise<Answer> {
  const before = await caller.events();
  const answer = await caller.send(request, sendOptions);
  expect(await caller.events()).toEqual(before);
  expect((await caller.send("GET /api/graph/stats")).body.total_notes).toBe(before.length);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(Object.keys(answer.body).filter((key) => key !== "detail" && key !== "issues")).toEqual([]);
  expect(app.logLines.join()).not.toContain("request failed");
  return answer;
}
