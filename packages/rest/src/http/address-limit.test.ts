import type { RateLimit } from "@knote/api";
import { expect, it } from "vitest";
import { createAddressLimit } from "./address-limit.ts";
import { createProcessLimits } from "./process-limits.ts";

const DETAIL = "Too many; try again in a minute.";

it("holds for all processes that share their limits", async () => {
  const sharedLimits = createProcessLimits();
  const processes = [1, 2, 3].map(() =>
    createAddressLimit(sharedLimits, { name: "tries", perMinute: 5, detail: DETAIL }),
  );
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => processes[index % 3]!("192.0.2.1", 1)),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
});

it("takes from each limit by name, for the caller's network", async () => {
  const takeCalls: [RateLimit, string, number][] = [];
  const limits = {
    async take(...call: [RateLimit, string, number]) {
      takeCalls.push(call);
      return null;
    },
  };
  await createAddressLimit(limits, { name: "tries", perMinute: 5, detail: DETAIL })("2001:db8:0:1::1", 2);
  expect(takeCalls).toEqual([[{ name: "tries", points: 5, seconds: 60 }, "2001:db8:0:1::", 2]]);
  const apart = createProcessLimits();
  await createAddressLimit(apart, { name: "tries", perMinute: 1, detail: DETAIL })("192.0.2.1", 1);
  await expect(
    createAddressLimit(apart, { name: "others", perMinute: 1, detail: DETAIL })("192.0.2.1", 1),
  ).resolves.toBeUndefined();
});

it("tells a refused caller when to retry, in whole seconds", async () => {
  const limit = createAddressLimit({ take: async () => 1_200 }, { name: "tries", perMinute: 1, detail: DETAIL });
  await expect(limit("192.0.2.1", 1)).rejects.toMatchObject({
    code: "LIMIT_EXCEEDED",
    message: DETAIL,
    retryAfterSeconds: 2,
  });
});
