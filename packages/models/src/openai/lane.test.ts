import { expect, it } from "vitest";
import { createLane } from "./lane.ts";

it("lets one user take half of the places, and others the rest, in turn", async () => {
  const { startedUsers, run, endAll } = aLane(4);
  const all = [...Array.from({ length: 5 }, () => run("ada")), run("bob"), run("cy"), run("bob"), run("cy")];
  await whenSettled();
  expect(startedUsers).toEqual(["ada", "ada", "bob", "cy"]);
  await endAll(all);
  expect(startedUsers.slice(4, 7).toSorted()).toEqual(["ada", "bob", "cy"]);
  expect(startedUsers).toHaveLength(all.length);
});

it("gives a single user no more than half, and the next task a place that is given back", async () => {
  const { lane, startedUsers, run, endAll } = aLane(8);
  const all = Array.from({ length: 9 }, () => run("ada"));
  await whenSettled();
  expect(startedUsers).toHaveLength(4);
  expect(lane.roundsAhead()).toBe(0);
  await endAll(all);
  expect(startedUsers).toHaveLength(9);
});

it("counts only one waiting task of another user as ahead of a new one, however many wait", async () => {
  const { lane, run, endAll } = aLane(1);
  const all = Array.from({ length: 50 }, () => run("ada"));
  await whenSettled();
  expect([lane.roundsAhead("bob"), lane.roundsAhead("ada")]).toEqual([2, 50]);
  await endAll(all);
});

it("runs one task at a time in one place, and tasks without a user in all places", async () => {
  const [one, many] = [aLane(1), aLane(2)];
  const alone = [one.run("ada"), one.run("ada")];
  const nobodys = [many.run(undefined), many.run(undefined), many.run(undefined)];
  await whenSettled();
  expect([one.startedUsers.length, many.startedUsers.length]).toEqual([1, 2]);
  await Promise.all([one.endAll(alone), many.endAll(nobodys)]);
});

it("keeps no place for a task that was aborted while it waited", async () => {
  const { lane, startedUsers, run, endAll } = aLane(1);
  const first = run("ada");
  const leaving = new AbortController();
  const abandonedTask = lane.run(async () => "done", { userId: "bob", signal: leaving.signal });
  const last = run("bob");
  leaving.abort(new Error("left"));
  await expect(abandonedTask).rejects.toThrow("left");
  await endAll([first, last]);
  expect(startedUsers).toEqual(["ada", "bob"]);
});

/** Resolves when every task has begun that can begin before another one ends. */
function whenSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function aLane(parallel: number) {
  const lane = createLane(parallel);
  const startedUsers: (string | undefined)[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  return {
    lane,
    startedUsers,
    run: (userId: string | undefined) =>
      lane.run(() => (startedUsers.push(userId), end), { userId, signal: undefined }),
    async endAll(tasks: readonly Promise<unknown>[]) {
      resolve();
      await Promise.all(tasks);
    },
  };
}
