import { expect, it } from "vitest";
import { randomId } from "./random-id.ts";

it("is a version 4 UUID, another each time", () => {
  expect(randomId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(randomId()).not.toBe(randomId());
});
