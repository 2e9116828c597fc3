import { expect, it } from "vitest";
import { createProviderLine } from "./provider-line.ts";
import type { Timing } from "./timing.ts";

const TIMING: Timing = { silenceMs: 30, totalMs: 1_000, firstRetryMs: 1, longestRetryMs: 1, coolDownMs: 60_000 };

/** Behaves like a silent server until the call is aborted. */
function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

it.each([
  ["answers another call meanwhile", async () => "fine"],
  ["refuses another call meanwhile", () => Promise.reject(Object.assign(new Error(), { status: 400, error: {} }))],
])("stays ready after a slow call if the server %s", async (_what, other) => {
  const line = aLine();
  const slow = line.call(silence, { texts: [] });
  await line.call<unknown>(other, { texts: [] }).catch(() => undefined);
  await expect(slow).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(line.status()).toBe("ready");
});

it("is down after a slow call if no other call was answered since it began", async () => {
  const line = aLine();
  await line.call(async () => "before", { texts: [] });
  await expect(line.call(silence, { texts: [] })).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(line.status()).toBe("down");
  await line.call(async () => "after", { texts: [] });
  expect(line.status()).toBe("ready");
});

it("stays ready after a slow call that another line to the same server was answered during", async () => {
  const lastAnswer = { at: -Infinity };
  const [line, other] = [aLine(lastAnswer), aLine(lastAnswer)];
  const slow = line.call(silence, { texts: [] });
  await other.call(async () => "fine", { texts: [] });
  await expect(slow).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(line.status()).toBe("ready");
});

it("is down for a user after a slow call, and for all after a slow call of another user", async () => {
  const line = aLine();
  await expect(line.call(silence, { texts: [], userId: "ada" })).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect([line.status("ada"), line.status("bob"), line.status()]).toEqual(["down", "ready", "ready"]);
  await expect(line.call(silence, { texts: [], userId: "bob" })).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect([line.status("cy"), line.status()]).toEqual(["down", "down"]);
});

it("is ready for a user with a slow call as soon as another call is answered", async () => {
  const line = aLine();
  await expect(line.call(silence, { texts: [], userId: "ada" })).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await line.call(async () => "fine", { texts: [], userId: "bob" });
  expect(line.status("ada")).toBe("ready");
  await expect(line.call(silence, { texts: [], userId: "cy" })).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect([line.status("cy"), line.status()]).toEqual(["down", "ready"]);
});

function aLine(lastAnswer = { at: -Infinity }) {
  return createProviderLine({ what: "The model", apiKey: "", timing: TIMING, lastAnswer });
}
