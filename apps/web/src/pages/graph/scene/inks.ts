import type { NoteType, Relation } from "@knote/contract";
import { NOTE_TYPE_LOOKS, NOTE_TYPES, RELATION_LOOKS, RELATIONS } from "../../../notes/note-types.ts";

/** The theme's colours as WebGL takes them: no variables. */
export interface Inks {
  readonly types: Readonly<Record<NoteType, string>>;
  readonly relations: Readonly<Record<Relation, string>>;
  readonly ground: string;
  readonly text: string;
  readonly raised: string;
  readonly line: string;
}

export function readInks(): Inks {
  const style = getComputedStyle(document.documentElement);
  const read = (variable: string): string =>
    style.getPropertyValue(variable.replace(/^var\((.*)\)$/, "$1")).trim() || "#808080";
  return {
    types: mapped(NOTE_TYPES, (type) => read(NOTE_TYPE_LOOKS[type].colour)),
    relations: mapped(RELATIONS, (relation) => read(RELATION_LOOKS[relation].colour)),
    ground: read("--canvas"),
    text: read("--text"),
    raised: read("--raised"),
    line: read("--line"),
  };
}

/** A colour let fade into another: 0 is all of the first. Colours are `#rrggbb`. */
export function mixed(one: string, other: string, share: number): string {
  const [from, to] = [channels(one), channels(other)];
  const parts = from.map((value, index) => Math.round(value + (to[index]! - value) * share));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Red, green and blue, 0 to 1. */
export function fractions(colour: string): [number, number, number] {
  return channels(colour).map((value) => value / 255) as [number, number, number];
}

function channels(colour: string): number[] {
  const hex = colour.length === 4 ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour;
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

function mapped<Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;
}
