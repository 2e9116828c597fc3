import { expect, it } from "vitest";
import { pointId } from "./point-id.ts";

const NOTE = "0198c1de-7f3a-7abc-8def-0123456789ab";

it("names a window at a revision by the same UUIDv5 for ever", () => {
  expect(pointId(NOTE, 0, 1)).toBe("efcb3ce1-cc1b-5869-a3c7-9e92e161b2d3");
});

it("gives each window and revision a different name", () => {
  const ids = [0, 1, 11].flatMap((window) => [1, 2, 11].map((revision) => pointId(NOTE, window, revision)));
  expect(new Set(ids).size).toBe(9);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
