import { describe, it } from "vitest";
import { type Deed, doDeed } from "./testing/deeds.ts";
import { SyncWorld } from "./testing/sync-world.ts";

const deed = (name: Deed["deed"], pick = 0): Deed => ({ deed: name, pick, folder: 0 });

/** What a sync is about to do when something comes in between. */
const ACTS: Record<string, readonly Deed[]> = {
  create: [deed("create a file", 2)],
  push: [deed("edit in place", 1)],
  write: [deed("edit a note", 0)],
  merge: [deed("edit in place", 3), deed("edit a note", 1)],
  conflict: [deed("edit in place", 3), deed("edit a note", 3)],
  "trash a file": [deed("delete a note")],
  "delete a note": [deed("remove a file")],
};

const BETWEEN: readonly Deed[] = [
  deed("edit in place", 3),
  deed("edit by rename", 3),
  deed("edit by delete and create", 3),
  deed("edit in an open editor", 3),
  deed("truncate, and write later", 3),
  deed("move a file"),
  deed("remove a file"),
  deed("create a file", 0),
  deed("edit a note", 3),
  deed("delete a note"),
];

describe("a deed between any two steps of a sync", () => {
  it.each(Object.entries(ACTS))("loses nothing, and both sides become alike: %s", async (_, acts) => {
    for (const between of BETWEEN) {
      let steps = Infinity;
      for (let step = 1; step <= steps; step++) {
        const world = await SyncWorld.create({ folders: 1, isFolding: false, hasHardLinks: step % 2 === 0 });
        await doDeed(world, deed("create a note"));
        await world.sync(0);
        world.services.clock.advance(10_000);
        for (const one of acts) await doDeed(world, one);
        world.services.clock.advance(10_000);
        await world.sync(0, [{ step, fault: "deed", deed: between }]);
        steps = Math.min(world.steps, 80);
        await world.check();
      }
    }
  });
});
