import * as contract from "@knote/contract";
import { expect, it } from "vitest";
import { NOTE_TYPE_LOOKS, NOTE_TYPES, RELATIONS } from "./note-types.ts";

it("has every type and relation of the contract, in the same order", () => {
  expect(NOTE_TYPES).toEqual(contract.NOTE_TYPES);
  expect(RELATIONS).toEqual(contract.RELATIONS);
});

it("distinguishes types without colour", () => {
  const shapes = Object.values(NOTE_TYPE_LOOKS).map(({ shape }) => shape);
  expect(new Set(shapes).size).toBe(shapes.length);
});
