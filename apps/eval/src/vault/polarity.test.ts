import { expect, it } from "vitest";
import { polarityOf } from "./polarity.ts";

it.each([
  "Yes, twice.",
  "yes",
  "Ja: …",
  "Oui.",
  "Sí, claro.",
  "Si.",
  "是的。",
  "对，可以。",
  "会。",
  "はい、そうです。",
])("reads yes in %s", (text) => {
  expect(polarityOf(text)).toBe("yes");
});

it.each([
  "No.",
  "Not any more.",
  "Nein, …",
  "Nicht mehr.",
  "Non.",
  "Ya no.",
  "不是。",
  "没有。",
  "否",
  "いいえ、違います。",
])("reads no in %s", (text) => {
  expect(polarityOf(text)).toBe("no");
});

it.each([
  "Yesterday it rained.",
  "Nobody knows.",
  "Januar",
  "Note that it rains.",
  "Siempre.",
  '"No rain."',
  "Noor",
  "",
])("reads neither in %s", (text) => {
  expect(polarityOf(text)).toBeNull();
});
