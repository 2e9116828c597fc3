import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OverloadedError } from "../errors/overloaded-error.ts";
import { createRoom, type Place } from "./room.ts";
import type { WorkLimit } from "./work.ts";

// Callers who still wait at the end of a test are refused twenty seconds later, in the middle of another test.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function setUp(limit: WorkLimit) {
  let time = 0;
  return { room: createRoom(limit, () => time), pass: (milliseconds: number) => void (time += milliseconds) };
}

/** Whose turn it was, in order. */
function inLine(room: ReturnType<typeof setUp>["room"], ...names: string[]) {
  const turns: [string, Place["leave"]][] = [];
  for (const name of names) void room.enter({}).then(({ leave }) => turns.push([name, leave]));
  return { turns, names: () => turns.map(([name]) => name) };
}

it("admits as many as there is room for, and the next when one leaves", async () => {
  const { room } = setUp({ most: 2 });
  const { leave } = await room.enter({});
  await room.enter({});
  await expect(room.enter({})).rejects.toThrow(OverloadedError);
  expect(() => room.check()).toThrow(OverloadedError);
  leave();
  room.check();
  await room.enter({});
  await expect(room.enter({})).rejects.toThrow(OverloadedError);
  expect([room.underWay, room.shed]).toEqual([2, 3]);
});

it("runs some at once, and lets the others wait for their turn in order", async () => {
  const { room } = setUp({ most: 5, atOnce: 2 });
  const { turns, names } = inLine(room, "a", "b", "c", "d", "e");
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([["a", "b"], 5]);
  await expect(room.enter({})).rejects.toThrow(OverloadedError);
  turns[1]![1]();
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([["a", "b", "c"], 4]);
  for (const [, leave] of turns) leave();
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([["a", "b", "c", "d", "e"], 2]);
});

it("takes a place back only once", async () => {
  const { room } = setUp({ most: 3, atOnce: 1 });
  const { leave } = await room.enter({});
  const { names } = inLine(room, "b", "c");
  leave();
  leave();
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([["b"], 2]);
});

it("admits nobody to a line whose first has waited for eight seconds", async () => {
  const { room, pass } = setUp({ most: 100, atOnce: 1 });
  const { leave } = await room.enter({});
  inLine(room, "b");
  pass(5_000);
  const { names } = inLine(room, "c");
  pass(3_001);
  await expect(room.enter({})).rejects.toThrow(OverloadedError);
  leave();
  inLine(room, "d");
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([[], 3]);
});

it("refuses at their turn callers who have waited for twenty seconds, and goes on with the next", async () => {
  const { room, pass } = setUp({ most: 5, atOnce: 1 });
  const { leave } = await room.enter({});
  const late = room.enter({});
  pass(5_000);
  const { names } = inLine(room, "c");
  pass(15_001);
  leave();
  await expect(late).rejects.toThrow(OverloadedError);
  await new Promise(setImmediate);
  expect([names(), room.underWay, room.shed]).toEqual([["c"], 1, 1]);
});

it("refuses after twenty seconds callers whose turn has not come, and gives their places to others", async () => {
  const { room } = setUp({ most: 3, mostOfOne: 2, atOnce: 1 });
  await room.enter({ userId: "ada" });
  const late = [room.enter({ userId: "ada" }), room.enter({ userId: "grace" })];
  const refusals = Promise.all(late.map((one) => expect(one).rejects.toThrow(OverloadedError)));
  await vi.advanceTimersByTimeAsync(19_999);
  expect([room.underWay, room.shed]).toEqual([3, 0]);
  await vi.advanceTimersByTimeAsync(1);
  await refusals;
  expect([room.underWay, room.shed]).toEqual([1, 2]);
  room.check("ada");
});

it("passes on the turn of a caller who has left", async () => {
  const { room } = setUp({ most: 5, atOnce: 1 });
  const { leave } = await room.enter({});
  const abandonedEntry = room.enter({ hasLeft: () => true });
  const { names } = inLine(room, "c");
  leave();
  await expect(abandonedEntry).rejects.toThrow(OverloadedError);
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([["c"], 1]);
});

it("lets no user take all places, and forgets users who have left", async () => {
  const { room } = setUp({ most: 3, mostOfOne: 2 });
  const { leave } = await room.enter({ userId: "ada" });
  await room.enter({ userId: "ada" });
  await expect(room.enter({ userId: "ada" })).rejects.toThrow(OverloadedError);
  const { leave: leaveAsGrace } = await room.enter({ userId: "grace" });
  await expect(room.enter({ userId: "grace" })).rejects.toThrow(OverloadedError);
  leaveAsGrace();
  expect(() => room.check("ada")).toThrow(OverloadedError);
  leave();
  await room.enter({ userId: "ada" });
  expect(room.underWay).toBe(2);
});

/** Sends requests of users, and records their turns in order. */
function callersOf(room: ReturnType<typeof setUp>["room"]) {
  const turns: { readonly userId: string; readonly place: Place }[] = [];
  const refusedUsers: string[] = [];
  const send = (userId: string, count = 1) => {
    for (let index = 0; index < count; index++) {
      void room.enter({ userId }).then(
        (place) => turns.push({ userId, place }),
        () => refusedUsers.push(userId),
      );
    }
  };
  const whenSettled = () => new Promise(setImmediate);
  return { send, turns, refusedUsers, whenSettled, names: () => turns.map(({ userId }) => userId) };
}

it("gives users turns in rotation, so that two hundred requests of one do not delay another's", async () => {
  const { room } = setUp({ most: 256, atOnce: 1 });
  const { send, turns, whenSettled, names } = callersOf(room);
  send("ada", 200);
  send("grace", 2);
  send("alan");
  for (let round = 0; round < 6; round++) {
    await whenSettled();
    turns.at(-1)!.place.leave();
  }
  await whenSettled();
  expect(names()).toEqual(["ada", "grace", "alan", "ada", "grace", "ada", "ada"]);
});

it("runs no more of one user at a time than their share, even if nobody else asks", async () => {
  const { room } = setUp({ most: 9, atOnce: 4, atOnceOfOne: 2 });
  const { send, turns, whenSettled, names } = callersOf(room);
  send("ada", 5);
  await whenSettled();
  expect(names()).toEqual(["ada", "ada"]);
  send("grace", 3);
  await whenSettled();
  expect(names()).toEqual(["ada", "ada", "grace", "grace"]);
  turns[0]!.place.leave();
  await whenSettled();
  expect(names()).toEqual(["ada", "ada", "grace", "grace", "ada"]);
});

it("gives the last place in line of the user who holds most to one who holds less", async () => {
  const { room } = setUp({ most: 5, atOnce: 1 });
  const { send, refusedUsers, whenSettled } = callersOf(room);
  send("ada", 5);
  room.check("grace");
  send("grace");
  await whenSettled();
  expect([refusedUsers, room.underWay]).toEqual([["ada"], 5]);
  send("grace");
  await whenSettled();
  expect([refusedUsers, room.underWay]).toEqual([["ada", "ada"], 5]);
  // Now Grace would hold more.
  send("grace");
  send("ada");
  await whenSettled();
  expect(refusedUsers).toEqual(["ada", "ada", "grace", "ada"]);
  expect([room.underWay, room.shed]).toEqual([5, 4]);
});

it("gives a place to others while its holder waits outside, and back before the holder's later requests", async () => {
  const { room } = setUp({ most: 9, atOnce: 1 });
  const { send, turns, whenSettled, names } = callersOf(room);
  send("ada");
  send("grace");
  await whenSettled();
  const [ada] = turns;
  ada!.place.stepOut();
  ada!.place.stepOut();
  await whenSettled();
  expect(names()).toEqual(["ada", "grace"]);
  send("ada");
  let isIn = false;
  void ada!.place.stepIn().then(() => (isIn = true));
  await whenSettled();
  expect(isIn).toBe(false);
  turns[1]!.place.leave();
  await whenSettled();
  expect([isIn, names()]).toEqual([true, ["ada", "grace"]]);
  ada!.place.leave();
  ada!.place.leave();
  await whenSettled();
  expect([names(), room.underWay]).toEqual([["ada", "grace", "ada"], 1]);
});

it("begins no more of one user than their share, including work that waits outside", async () => {
  const { room } = setUp({ most: 9, atOnce: 2, begunOfOne: 2 });
  const { send, turns, whenSettled, names } = callersOf(room);
  send("ada", 4);
  await whenSettled();
  for (const { place } of turns) place.stepOut();
  await whenSettled();
  expect([names(), room.underWay]).toEqual([["ada", "ada"], 2]);
  send("grace");
  await whenSettled();
  expect(names()).toEqual(["ada", "ada", "grace"]);
  turns[0]!.place.leave();
  await whenSettled();
  expect(names()).toEqual(["ada", "ada", "grace", "ada"]);
});

it("forgets a caller who leaves while waiting to come back", async () => {
  const { room } = setUp({ most: 9, atOnce: 1 });
  const { send, turns, whenSettled, names } = callersOf(room);
  send("ada");
  await whenSettled();
  const { place } = turns[0]!;
  place.stepOut();
  send("grace");
  const back = place.stepIn();
  place.leave();
  await back;
  await whenSettled();
  expect(room.underWay).toBe(1);
  turns[1]!.place.leave();
  send("ada");
  await whenSettled();
  expect([names(), room.underWay]).toEqual([["ada", "grace", "ada"], 1]);
});

it("counts requests refused because their user had too many", async () => {
  const { room } = setUp({ most: 3, mostOfOne: 2 });
  const { send, whenSettled } = callersOf(room);
  send("ada", 3);
  await whenSettled();
  expect([room.shed, room.shedOfOne]).toEqual([1, 1]);
  send("grace", 2);
  await whenSettled();
  expect([room.shed, room.shedOfOne]).toEqual([2, 1]);
  await expect(room.enter({ userId: "ada" })).rejects.toThrow("Too many requests of yours are under way");
});
