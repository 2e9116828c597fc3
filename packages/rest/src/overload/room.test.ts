import { afterEach, expect, it, vi } from "vitest";
import { Overloaded } from "./overloaded.ts";
import { createRoom, type Leave } from "./room.ts";
import type { WorkLimit } from "./work.ts";

afterEach(() => void vi.useRealTimers());

function setUp(limit: WorkLimit) {
  let time = 0;
  return { room: createRoom(limit, () => time), pass: (milliseconds: number) => void (time += milliseconds) };
}

/** Whose turn it was, in order. */
function inLine(room: ReturnType<typeof setUp>["room"], ...names: string[]) {
  const turns: [string, Leave][] = [];
  for (const name of names) void room.enter({}).then((leave) => turns.push([name, leave]));
  return { turns, names: () => turns.map(([name]) => name) };
}

it("lets in as many as there is room for, and the next when one leaves", async () => {
  const { room } = setUp({ most: 2 });
  const leave = await room.enter({});
  await room.enter({});
  await expect(room.enter({})).rejects.toThrow(Overloaded);
  expect(() => room.check()).toThrow(Overloaded);
  leave();
  room.check();
  await room.enter({});
  await expect(room.enter({})).rejects.toThrow(Overloaded);
  expect([room.underWay, room.shed]).toEqual([2, 3]);
});

it("does some at once, and lets the others wait for their turn in order", async () => {
  const { room } = setUp({ most: 5, atOnce: 2 });
  const { turns, names } = inLine(room, "a", "b", "c", "d", "e");
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([["a", "b"], 5]);
  await expect(room.enter({})).rejects.toThrow(Overloaded);
  turns[1]![1]();
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([["a", "b", "c"], 4]);
  for (const [, leave] of turns) leave();
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([["a", "b", "c", "d", "e"], 2]);
});

it("takes a place back once, however often it is given", async () => {
  const { room } = setUp({ most: 3, atOnce: 1 });
  const leave = await room.enter({});
  const { names } = inLine(room, "b", "c");
  leave();
  leave();
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([["b"], 2]);
});

it("lets nobody else in line whose first has waited for eight seconds", async () => {
  const { room, pass } = setUp({ most: 100, atOnce: 1 });
  const leave = await room.enter({});
  inLine(room, "b");
  pass(5_000);
  const { names } = inLine(room, "c");
  pass(3_001);
  await expect(room.enter({})).rejects.toThrow(Overloaded);
  leave();
  inLine(room, "d");
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([[], 3]);
});

it("refuses by their turn those who have waited for twenty seconds, and goes on with the next", async () => {
  const { room, pass } = setUp({ most: 5, atOnce: 1 });
  const leave = await room.enter({});
  const late = room.enter({});
  pass(5_000);
  const { names } = inLine(room, "c");
  pass(15_001);
  leave();
  await expect(late).rejects.toThrow(Overloaded);
  await new Promise(setImmediate);
  expect([names(), room.underWay, room.shed]).toEqual([["c"], 1, 1]);
});

it("refuses after twenty seconds also those whose turn does not come, and lets others into their places", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { room } = setUp({ most: 3, mostOfOne: 2, atOnce: 1 });
  await room.enter({ userId: "ada" });
  const late = [room.enter({ userId: "ada" }), room.enter({ userId: "grace" })];
  const refused = Promise.all(late.map((one) => expect(one).rejects.toThrow(Overloaded)));
  await vi.advanceTimersByTimeAsync(19_999);
  expect([room.underWay, room.shed]).toEqual([3, 0]);
  await vi.advanceTimersByTimeAsync(1);
  await refused;
  expect([room.underWay, room.shed]).toEqual([1, 2]);
  room.check("ada");
});

it("passes on the turn of a caller who has left", async () => {
  const { room } = setUp({ most: 5, atOnce: 1 });
  const leave = await room.enter({});
  const left = room.enter({ hasLeft: () => true });
  const { names } = inLine(room, "c");
  leave();
  await expect(left).rejects.toThrow(Overloaded);
  await new Promise(setImmediate);
  expect([names(), room.underWay]).toEqual([["c"], 1]);
});

it("lets no user take the places of all, and remembers none who has left", async () => {
  const { room } = setUp({ most: 3, mostOfOne: 2 });
  const leave = await room.enter({ userId: "ada" });
  await room.enter({ userId: "ada" });
  await expect(room.enter({ userId: "ada" })).rejects.toThrow(Overloaded);
  const leaveAsGrace = await room.enter({ userId: "grace" });
  await expect(room.enter({ userId: "grace" })).rejects.toThrow(Overloaded);
  leaveAsGrace();
  expect(() => room.check("ada")).toThrow(Overloaded);
  leave();
  await room.enter({ userId: "ada" });
  expect(room.underWay).toBe(2);
});
