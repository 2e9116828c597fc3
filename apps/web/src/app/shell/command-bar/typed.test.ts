import { expect, it } from "vitest";
import { readTyped } from "./typed.ts";

it.each([
  ["sleep", { kind: "search", text: "sleep" }],
  ["? why", { kind: "ask", text: "why" }],
  [" +Coffee", { kind: "note", text: "Coffee" }],
  ["c++", { kind: "search", text: "c++" }],
  ["?", { kind: "ask", text: "" }],
])("reads %j", (value, expected) => {
  expect(readTyped(value)).toEqual(expected);
});
