import { expect, it } from "vitest";
import { memoryStorage } from "../../testing/memory-storage.ts";
import { forgetLastImport, keepLastImport, readLastImport } from "./last-import.ts";

const LAST = { at: "2026-03-01T12:00:00.000Z", name: "Vault", ids: ["a"] };

it("keeps the latest import that stored something", () => {
  const storage = memoryStorage();
  expect(readLastImport(storage)).toBeNull();
  keepLastImport(storage, LAST);
  keepLastImport(storage, { ...LAST, name: "Empty", ids: [] });
  expect(readLastImport(storage)).toEqual(LAST);
  forgetLastImport(storage);
  expect(readLastImport(storage)).toBeNull();
});

it.each(["{", "1", '{"at":"x","name":"y"}'])("takes %s for none", (text) => {
  const storage = memoryStorage();
  storage.setItem("knote.last-import", text);
  expect(readLastImport(storage)).toBeNull();
});

it("does without it where there is no room", () => {
  const storage = memoryStorage();
  const full = {
    ...storage,
    getItem: storage.getItem,
    removeItem: storage.removeItem,
    setItem: () => {
      throw new Error("full");
    },
  };
  keepLastImport(full, LAST);
  expect(readLastImport(storage)).toBeNull();
});
