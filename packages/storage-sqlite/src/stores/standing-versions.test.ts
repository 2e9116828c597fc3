import { describe, expect, it } from "vitest";
import { createStandingChanges } from "./standing-versions.ts";

const MOST_CHANGES = 100;
const MOST_TOUCHED = 1_000;

function setUp() {
  let dataVersion = 1;
  const changes = createStandingChanges(() => dataVersion);
  const change = (...ids: string[]) => changes.advanceRests("ada", ids);
  const { rests } = changes.of("ada");
  return { changes, change, rests, othersWrite: () => void dataVersion++ };
}

describe("the notes that changes of rest links touch", () => {
  it("are those of all changes since a version, each once", () => {
    const { changes, change, rests } = setUp();
    expect(changes.touchedSince("ada", rests)).toEqual([]);
    change("a", "b");
    const middle = changes.of("ada").rests;
    change("b", "c");
    changes.advanceStanding("ada");
    expect(changes.touchedSince("ada", rests)).toEqual(["a", "b", "c"]);
    expect(changes.touchedSince("ada", middle)).toEqual(["b", "c"]);
    expect(changes.touchedSince("ada", changes.of("ada").rests)).toEqual([]);
    expect(changes.touchedSince("grace", rests)).toBeNull();
  });

  it("are unknown after a change of anything, or by another process", () => {
    const { changes, change, rests, othersWrite } = setUp();
    changes.advanceRests("ada", null);
    change("a");
    expect(changes.touchedSince("ada", rests)).toBeNull();
    const later = changes.of("ada").rests;
    othersWrite();
    expect(changes.touchedSince("ada", later)).toBeNull();
    expect(changes.of("ada").rests).not.toBe(later);
  });

  it("are remembered of 100 changes, and of changes with up to 1,000 notes", () => {
    const { changes, change, rests } = setUp();
    for (let count = 0; count < MOST_CHANGES; count++) change(`note ${count}`);
    expect(changes.touchedSince("ada", rests)).toHaveLength(MOST_CHANGES);
    change("one more");
    expect(changes.touchedSince("ada", rests)).toBeNull();
    const many = Array.from({ length: MOST_TOUCHED }, (_, index) => `note ${index}`);
    const before = changes.of("ada").rests;
    change(...many);
    expect(changes.touchedSince("ada", before)).toHaveLength(MOST_TOUCHED);
    change(...many, "one more");
    expect(changes.touchedSince("ada", before)).toBeNull();
  });
});
