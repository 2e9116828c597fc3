import { resolve } from "node:path";
import { expect, it } from "vitest";
import { parsePlaces, placeName } from "./place.ts";

it.each([
  ["mongodb://host/knote", "mongodb://host/knote"],
  ["mongodb+srv://host/knote?tls=true", "mongodb+srv://host/knote?tls=true"],
  ["mongo:mongodb+srv://host", "mongodb+srv://host"],
  ["mongo://host:27017/knote", "mongodb://host:27017/knote"],
  ["mongo:host/knote", "mongodb://host/knote"],
])("reads %s as the MongoDB at %s, and a data folder relative to the working directory", (to, url) => {
  const places = { from: { kind: "sqlite", dataDir: resolve("data") }, to: { kind: "mongo", url } };
  expect(parsePlaces({ from: "sqlite:./data", to })).toEqual(places);
  expect(parsePlaces({ from: to, to: "sqlite:data" })).toEqual({ from: places.to, to: places.from });
});

it.each(["", "./data", "sqlite:", "mongodb:", "postgres://host", "redis:x"])("refuses the place %j", (from) => {
  expect(() => parsePlaces({ from, to: "mongodb://host" })).toThrow("--from must be a place such as sqlite:./data or");
  expect(() => parsePlaces({ from: "sqlite:data", to: from })).toThrow("--to must be a place such as sqlite:./data or");
});

it.each([
  ["sqlite:one", "sqlite:two"],
  ["mongodb://one", "mongo:two"],
])("refuses two places of one kind: %s and %s", (from, to) => {
  expect(() => parsePlaces({ from, to })).toThrow("one sqlite:, the other mongodb:.");
});

it("names a place without the secrets in its address", () => {
  const { to } = parsePlaces({ from: "sqlite:data", to: "mongodb://ada:secret@one:1,two:2/knote?authSource=admin" });
  expect(placeName(to)).toBe("mongodb://one:1,two:2/knote");
});
