import { expect, it } from "vitest";
import type { Health } from "@knote/contract";
import { settledHealth } from "./settled-health.ts";

it("waits for a part that is late", async () => {
  const statuses: Health["status"][] = ["degraded", "down", "ok", "degraded"];
  expect(await settledHealth(async () => aHealth(statuses.shift()!), 0)).toMatchObject({ status: "ok" });
  expect(statuses).toEqual(["degraded"]);
});

it("returns the health of a service that stays degraded", async () => {
  expect(await settledHealth(async () => aHealth("degraded"), 0)).toMatchObject({ status: "degraded" });
});

function aHealth(status: Health["status"]): Health {
  const checks = { storage: "ok", search: "ok", models: "ok" } as const;
  return { status, version: "1.0.0", uptime_seconds: 1, checks, pending: 0 };
}
