import { describe, expect, it } from "vitest";
import { createTyping } from "./typing.ts";

function givenTyping({ on = true }: { on?: boolean } = {}) {
  const clock = { now: 0 };
  const typing = createTyping(() => clock.now, { on });
  const hear = (key: string, how: { mod?: boolean; busy?: boolean } = {}) =>
    typing.hear({ key, mod: false, busy: false, ...how });
  return { typing, clock, hear };
}

describe("a character", () => {
  it("passes when nothing is being typed", () => {
    const { hear } = givenTyping();
    expect([hear("g"), hear("n"), hear("?"), hear(" ")]).toEqual(["pass", "pass", "pass", "pass"]);
  });

  it("runs nothing within a moment of typing in a field, however long the typing goes on", () => {
    const { clock, hear } = givenTyping();
    expect(hear("a", { busy: true })).toBe("pass");
    for (let count = 0; count < 5; count++) {
      clock.now += 999;
      expect(hear("e")).toBe("mute");
    }
    clock.now += 1_000;
    expect(hear("e")).toBe("pass");
  });

  it.each(["Enter", "Escape"])("runs again at once after %s, and after the pointer was used", (key) => {
    const { typing, hear } = givenTyping();
    hear("a", { busy: true });
    hear("Tab", { busy: true });
    expect(hear("e")).toBe("mute");
    hear(key);
    expect(hear("e")).toBe("pass");
    hear("a", { busy: true });
    typing.stop();
    expect(hear("e")).toBe("pass");
  });

  it("runs nothing while the page has a form to write in; Ctrl, Escape and the space bar still work", () => {
    const { typing, hear } = givenTyping();
    const [first, second] = [typing.compose(), typing.compose()];
    expect([hear("e"), hear("?"), hear("e", { busy: true })]).toEqual(["mute", "mute", "pass"]);
    expect([hear("k", { mod: true }), hear("Escape"), hear(" "), hear("Tab")]).toEqual(Array(4).fill("pass"));
    first();
    expect(hear("e")).toBe("mute");
    second();
    hear("Escape");
    expect(hear("e")).toBe("pass");
  });

  it("runs nothing where single keys are off", () => {
    const { hear } = givenTyping({ on: false });
    expect([hear("e"), hear("?"), hear("k", { mod: true }), hear("Delete")]).toEqual(["mute", "mute", "pass", "pass"]);
  });
});

describe("text typed for a field that is about to appear", () => {
  it("is held and handed over once", () => {
    const { typing, hear } = givenTyping();
    typing.awaitField();
    for (const key of ["N", "o", "Tab", "Backspace"]) expect(hear(key)).toBe("hold");
    expect([hear("Enter", { mod: true }), hear("r", { mod: true }), hear("ArrowDown")]).toEqual([
      "hold",
      "pass",
      "pass",
    ]);
    expect(typing.takeHeld().map(({ key }) => key)).toEqual(["N", "o", "Tab", "Backspace", "Enter"]);
    expect([typing.takeHeld(), hear("e")]).toEqual([[], "pass"]);
  });

  it("carries over to the field awaited next", () => {
    const { typing, hear } = givenTyping();
    typing.awaitField();
    hear("a");
    typing.awaitField();
    hear("b");
    expect(typing.takeHeld().map(({ key }) => key)).toEqual(["a", "b"]);
  });

  it("is dropped when the user turns elsewhere or the field does not appear", () => {
    const { typing, clock, hear } = givenTyping();
    typing.awaitField();
    hear("a");
    expect([hear("Escape"), hear("e"), typing.takeHeld()]).toEqual(["pass", "pass", []]);
    typing.awaitField();
    hear("a");
    clock.now += 29_999;
    expect(hear("b")).toBe("hold");
    clock.now += 30_000;
    expect([hear("e"), typing.takeHeld()]).toEqual(["pass", []]);
  });
});
