import { describe, expect, it } from "vitest";
import { createTurns } from "./turns.ts";

const TURN_MS = 6;

describe("turns", () => {
  it("begins at once what fits in the turn of the event loop", () => {
    const { inTurn, startOrder } = setUp(TURN_MS / 3);
    for (const name of ["one", "two"]) inTurn(name);
    expect(startOrder).toEqual(["one", "two"]);
  });

  it("begins the rest in later turns, in order, and work that arrives meanwhile after it", async () => {
    const { inTurn, startOrder, turn } = setUp(TURN_MS);
    for (const name of ["one", "two", "three"]) inTurn(name);
    expect(startOrder).toEqual(["one"]);
    await turn();
    inTurn("four");
    expect(startOrder).toEqual(["one", "two"]);
    await turn();
    await turn();
    expect(startOrder).toEqual(["one", "two", "three", "four"]);
  });

  it("gives each turn its own time, however long the previous one took", async () => {
    const { inTurn, startOrder, turn } = setUp(TURN_MS * 100);
    inTurn("one");
    await turn();
    inTurn("two");
    expect(startOrder).toEqual(["one", "two"]);
  });
});

/** Work of the given durations, on a clock that nothing else moves. */
function setUp(takesMs: number) {
  let now = 0;
  const startOrder: string[] = [];
  const inTurn = createTurns(() => now);
  return {
    startOrder,
    inTurn: (name: string) =>
      inTurn(() => {
        startOrder.push(name);
        now += takesMs;
      }),
    turn: () => new Promise(setImmediate),
  };
}
