import type { Delivery } from "@knote/contract";
import { expect, it } from "vitest";
import { countByHour } from "./hours.ts";

const NOW = Date.parse("2026-03-02T12:30:00.000Z");

function delivery(timestamp: string, result: Delivery["result"]): Delivery {
  return { timestamp, result } as Delivery;
}

it("counts by hour, the oldest first, and leaves out what happened earlier", () => {
  const hours = countByHour(
    [
      delivery("2026-03-02T12:00:00.000Z", "delivered"),
      delivery("2026-03-02T12:29:59.999Z", "failed"),
      delivery("2026-03-02T11:59:59.999Z", "waiting"),
      delivery("2026-03-01T13:00:00.000Z", "delivered"),
      delivery("2026-03-01T12:59:59.999Z", "delivered"),
    ],
    NOW,
  );
  expect(hours).toHaveLength(24);
  expect(hours[0]).toMatchObject({ start: Date.parse("2026-03-01T13:00:00.000Z"), delivered: 1 });
  expect(hours[22]).toMatchObject({ delivered: 0, failed: 0, waiting: 1 });
  expect(hours[23]).toMatchObject({ delivered: 1, failed: 1, waiting: 0 });
  expect(hours.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(2);
});
