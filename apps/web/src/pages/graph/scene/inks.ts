import type { NoteType, Relation } from "@knote/contract";
import { NOTE_TYPE_LOOKS, NOTE_TYPES, RELATION_LOOKS, RELATIONS } from "../../../features/notes/note-types.ts";

/** Share of the background colour mixed into each shade. */
const FADINGS = { none: 0, slight: 0, soft: 0.15, setAside: 0.55, faded: 0.78, faint: 0.85 };

/** A colour in each shade. */
export type Shades = Readonly<Record<keyof typeof FADINGS, string>>;

/** Red, green and blue, 0 to 1. */
export type Fractions = readonly [red: number, green: number, blue: number];

/** The theme's colours resolved for WebGL, which knows no CSS variables. Read once per theme. */
export interface Inks {
  readonly types: Readonly<Record<NoteType, Shades>>;
  readonly relations: Readonly<Record<Relation, Shades>>;
  readonly ground: string;
  readonly text: string;
  readonly raisedSurface: string;
  readonly line: string;
  /** Colours of the marks on notes. */
  readonly marks: Readonly<Record<"contested" | "ground" | "text", Fractions>>;
}

export function readInks(): Inks {
  const style = getComputedStyle(document.documentElement);
  const read = (variable: string): string =>
    style.getPropertyValue(variable.replace(/^var\((.*)\)$/, "$1")).trim() || "#808080";
  const [ground, text] = [read("--canvas"), read("--text")];
  const shades = (variable: string): Shades => shadesOf(channels(read(variable)), channels(ground));
  return {
    types: mapKeys(NOTE_TYPES, (type) => shades(NOTE_TYPE_LOOKS[type].colour)),
    relations: mapKeys(RELATIONS, (relation) => shades(RELATION_LOOKS[relation].colour)),
    ground,
    text,
    raisedSurface: read("--raised"),
    line: read("--line"),
    marks: {
      contested: fractions(read(RELATION_LOOKS.contradicts.colour)),
      ground: fractions(ground),
      text: fractions(text),
    },
  };
}

type Channels = readonly [red: number, green: number, blue: number];

function shadesOf(from: Channels, ground: Channels): Shades {
  return mapKeys(Object.keys(FADINGS) as (keyof Shades)[], (name) => {
    const parts = from.map((value, index) => Math.round(value + (ground[index]! - value) * FADINGS[name]));
    return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
  });
}

function fractions(colour: string): Fractions {
  const [red, green, blue] = channels(colour);
  return [red / 255, green / 255, blue / 255];
}

/** Parses `#rgb` or `#rrggbb`. */
function channels(colour: string): Channels {
  const hex = colour.length === 4 ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour;
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function mapKeys<Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;
}
