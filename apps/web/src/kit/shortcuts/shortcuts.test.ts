import { describe, expect, it } from "vitest";
import { createShortcuts } from "./shortcuts.ts";

function givenShortcuts() {
  const clock = { now: 0 };
  const shortcuts = createShortcuts(() => clock.now);
  const ran: string[] = [];
  const add = (keys: string, name = keys) =>
    shortcuts.add({ keys, label: name, group: "Anywhere", run: () => ran.push(name) });
  const press = (key: string, how: { mod?: boolean; busy?: boolean } = {}) =>
    shortcuts.press({ key, mod: false, busy: false, ...how });
  return { shortcuts, clock, ran, add, press };
}

describe("shortcuts", () => {
  it("run by one key, with Ctrl or ⌘, or by two in turn", () => {
    const { ran, add, press } = givenShortcuts();
    for (const keys of ["?", "mod+k", "g n"]) add(keys);
    expect([press("?"), press("k", { mod: true }), press("g"), press("n")]).toEqual([true, true, false, true]);
    expect(ran).toEqual(["?", "mod+k", "g n"]);
  });

  it("do not run on half a sequence, or on one typed too slowly", () => {
    const { clock, ran, add, press } = givenShortcuts();
    add("g n");
    press("n");
    press("g");
    clock.now += 2_000;
    press("n");
    expect(ran).toEqual([]);
  });

  it("ignore letters while the user is typing, but not Ctrl", () => {
    const { ran, add, press } = givenShortcuts();
    add("a");
    add("mod+k");
    expect([press("a", { busy: true }), press("k", { busy: true, mod: true })]).toEqual([false, true]);
    expect(ran).toEqual(["mod+k"]);
  });

  it("belong to the latest owner until it is removed", () => {
    const { ran, add, press } = givenShortcuts();
    add("Escape", "page");
    const removePanel = add("Escape", "panel");
    press("Escape");
    removePanel();
    press("Escape");
    expect(ran).toEqual(["panel", "page"]);
  });
});
