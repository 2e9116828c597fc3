import { expect, it } from "vitest";
import { createProcessLimits } from "../http/process-limits.ts";
import { createDemoLimit } from "./demo-limit.ts";

async function isTaken(limit: ReturnType<typeof createDemoLimit>, address: string): Promise<boolean> {
  return await limit(address, 1).then(
    () => true,
    () => false,
  );
}

it("counts the IPv6 addresses of one network as one caller", async () => {
  const limit = createDemoLimit(createProcessLimits(), 3);
  for (const address of ["2001:db8:0:1::1", "2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:DB8:0:01:0:0:0:3"]) {
    expect(await isTaken(limit, address)).toBe(true);
  }
  expect(await isTaken(limit, "2001:db8:0:1::4")).toBe(false);
  expect(await isTaken(limit, "2001:db8:0:2::1")).toBe(true);
  expect(await isTaken(limit, "2001:db8::1")).toBe(true);
});

it("recognises an IPv4 address however it is written", async () => {
  const limit = createDemoLimit(createProcessLimits(), 2);
  expect(await isTaken(limit, "::ffff:192.0.2.1")).toBe(true);
  expect(await isTaken(limit, "192.0.2.1")).toBe(true);
  expect(await isTaken(limit, "::FFFF:192.0.2.1")).toBe(false);
  expect(await isTaken(limit, "::ffff:192.0.2.2")).toBe(true);
  expect(await isTaken(limit, "fe80::1%eth0")).toBe(true);
  expect(await isTaken(limit, "no address")).toBe(true);
});
