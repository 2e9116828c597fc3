import { describe } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { activityReplay } from "./activity-replay.ts";
import { activitySubscribing } from "./activity-subscribing.ts";

/** Contract suite of `ActivityLog`, without the limit of seven days, which a storage counts by its own clock. */
export function describeActivityLog(name: string, open: OpenStorage): void {
  describe(`ActivityLog: ${name}`, () => {
    describe("replay and latest", () => activityReplay(open));
    describe("subscribe", () => activitySubscribing(open));
  });
}
