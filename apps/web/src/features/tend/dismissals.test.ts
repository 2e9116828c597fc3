import { LIMITS } from "@knote/contract";
import { expect, it, vi } from "vitest";
import { createDismissals, nearKey } from "./dismissals.ts";

function setUp() {
  const valuesByKey = new Map<string, string>();
  const storage = {
    getItem: (key: string) => valuesByKey.get(key) ?? null,
    setItem: (key: string, value: string) => void valuesByKey.set(key, value),
  };
  const page = new EventTarget();
  return { valuesByKey, page, open: () => createDismissals(storage, page) };
}

it("remembers what was dismissed, until it is told to forget it", () => {
  const { open } = setUp();
  const dismissals = open();
  dismissals.add("near b a");
  dismissals.add("orphan c");
  dismissals.add("near b a");
  expect([...open().keys]).toEqual(["orphan c", "near b a"]);
  dismissals.forget(["near b a"]);
  expect([...open().keys]).toEqual(["orphan c"]);
});

it("notifies its listeners, also of changes in other tabs", () => {
  const { open, valuesByKey, page } = setUp();
  const dismissals = open();
  const listener = vi.fn<() => void>();
  const leave = dismissals.subscribe(listener);
  dismissals.add("orphan a");
  valuesByKey.set("knote.dismissed", "orphan b");
  page.dispatchEvent(new Event("storage"));
  expect(listener).toHaveBeenCalledTimes(2);
  expect([...dismissals.keys]).toEqual(["orphan b"]);
  leave();
  dismissals.add("orphan c");
  expect(listener).toHaveBeenCalledTimes(2);
});

it("has one key for two notes in either order, the newer first", () => {
  expect([nearKey("a", "b"), nearKey("b", "a")]).toEqual(["near b a", "near b a"]);
});

it("ignores other keys that other tabs store", () => {
  const { open, page } = setUp();
  const listener = vi.fn<() => void>();
  open().subscribe(listener);
  page.dispatchEvent(Object.assign(new Event("storage"), { key: "knote.draft.new" }));
  expect(listener).not.toHaveBeenCalled();
  page.dispatchEvent(Object.assign(new Event("storage"), { key: "knote.dismissed" }));
  // A null key means that the whole storage was cleared.
  page.dispatchEvent(Object.assign(new Event("storage"), { key: null }));
  expect(listener).toHaveBeenCalledTimes(2);
});

it("drops the oldest first, so that it never fills the browser's storage", () => {
  const { open, valuesByKey } = setUp();
  valuesByKey.set(
    "knote.dismissed",
    Array.from({ length: LIMITS.dismissals }, (_, index) => `orphan ${index}`).join("\n"),
  );
  const dismissals = open();
  dismissals.add(`orphan ${LIMITS.dismissals}`);
  expect(dismissals.keys.size).toBe(LIMITS.dismissals);
  expect(dismissals.keys.has("orphan 0")).toBe(false);
  expect(dismissals.keys.has(`orphan ${LIMITS.dismissals}`)).toBe(true);
  dismissals.clear();
  expect(open().keys.size).toBe(0);
});
