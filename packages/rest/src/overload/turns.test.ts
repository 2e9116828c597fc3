import { describe, expect, it } from "vitest";
import { createTurns } from "./turns.ts";

const TURN_MS = 6;

describe("turns", () => {
  it("begins at once what fits in the turn of the event loop", () => {
    const { inTurn, begun } = setUp(TURN_MS / 3);
    for (const name of ["one", "two"]) inTurn(name);
    expect(begun).toEqual(["one", "two"]);
  });

  it("begins the rest in later turns, in order, and work that arrives meanwhile after it", async () => {
    const { inTurn, begun, turn } = setUp(TURN_MS);
    for (const name of ["one", "two", "three"]) inTurn(name);
    expect(begun).toEqual(["one"]);
    await turn();
    inTurn("four");
    expect(begun).toEqual(["one", "two"]);
    await turn();
    await turn();
    expect(begun).toEqual(["one", "two", "three", "four"]);
  });

  it("gives each turn its own time, however long the previous one took", async () => {
    const { inTurn, begun, turn } = setUp(TURN_MS * 100);
    inTurn("one");
    await turn();
    inTurn("two");
    expect(begun).toEqual(["one", "two"]);
  });
});

/** Work of the given durations, on a clock that nothing else moves. */
function setUp(takesMs: number) {
  let now = 0;
  const begun: string[] = [];
  const inTurn = createTurns(() => now);
  return {
    begun,
    inTurn: (name: string) =>
      inTurn(() => {
        begun.push(name);
        now += takesMs;
      }),
    turn: () => new Promise(setImmediate),
  };
}
