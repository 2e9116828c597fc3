import { expect, it } from "vitest";
import { readPastFacts } from "./past-facts.ts";

it("reads what the server says about an answer", () => {
  expect(readPastFacts("2026-03-01T23:59:59.999Z; changed=12; by-present-text=0")).toEqual({
    changes: 12,
    byPresentText: 0,
    keptSince: null,
  });
  const early =
    "2026-03-01T23:59:59.999Z; changed=0; by-present-text=3; kept-since=2026-04-01T08:00:00.000Z; searched=5000";
  expect(readPastFacts(early)).toEqual({ changes: 0, byPresentText: 3, keptSince: "2026-04-01T08:00:00.000Z" });
});

it.each([null, "", "2026-03-01T23:59:59.999Z", "2026-03-01T23:59:59.999Z; changed=many"])(
  "knows nothing from %j",
  (header) => expect(readPastFacts(header)).toBeNull(),
);
