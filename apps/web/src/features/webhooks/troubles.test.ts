import type { Webhook } from "@knote/contract";
import { expect, it } from "vitest";
import { memoryStorage } from "../../testing/memory-storage.ts";
import { markSeen, troublesOf, unseenTroubles } from "./troubles.ts";

const NOW = Date.parse("2026-03-02T12:00:00.000Z");

function webhook(id: string, fields: Partial<Webhook> = {}): Webhook {
  return { id, stopped_because: null, failing_since: null, ...fields } as Webhook;
}

it("counts what stopped by itself and what fails for a day, not what its owner stopped", () => {
  const troubles = troublesOf(
    [
      webhook("well"),
      webhook("mine", { stopped_because: "owner" }),
      webhook("gone", { stopped_because: "gone" }),
      webhook("day", { failing_since: "2026-03-01T12:00:00.000Z" }),
      webhook("hour", { failing_since: "2026-03-01T12:00:00.001Z" }),
    ],
    NOW,
  );
  expect(troubles).toEqual(["gone gone", "day 2026-03-01T12:00:00.000Z"]);
});

it("forgets what was seen once it is over, so that it shows when it comes again", () => {
  const storage = memoryStorage();
  expect(unseenTroubles(storage, ["a gone"])).toEqual(["a gone"]);
  markSeen(storage, ["a gone", "b backlog"]);
  expect(unseenTroubles(storage, ["a gone", "c failing"])).toEqual(["c failing"]);
  markSeen(storage, ["c failing"]);
  expect(unseenTroubles(storage, ["a gone"])).toEqual(["a gone"]);
});
