import { expect, it } from "vitest";
import { readBarInput } from "./bar-input.ts";

it.each([
  ["sleep", { kind: "search", text: "sleep" }],
  ["? why", { kind: "ask", text: "why" }],
  [" +Coffee", { kind: "note", text: "Coffee" }],
  ["c++", { kind: "search", text: "c++" }],
  ["?", { kind: "ask", text: "" }],
])("reads %j", (value, expectedInput) => {
  expect(readBarInput(value)).toEqual(expectedInput);
});
