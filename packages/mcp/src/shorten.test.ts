import { expect, it } from "vitest";
import { shorten } from "./shorten.ts";

it("cuts by characters and marks it, and leaves alone what fits", () => {
  expect(shorten("owl", 3)).toBe("owl");
  expect(shorten("owls", 3)).toBe("ow…");
  expect(shorten("🦉🦉🦉", 3)).toBe("🦉🦉🦉");
  expect(shorten("🦉🦉🦉🦉", 3)).toBe("🦉🦉…");
  expect(shorten("owl", 0)).toBe("");
});
