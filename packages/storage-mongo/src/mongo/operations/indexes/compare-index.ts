import { isDeepStrictEqual } from "node:util";
import type { mongo } from "mongoose";
import type { WantedIndex } from "./wanted-indexes.ts";

export type FoundIndex = Pick<
  mongo.IndexDescriptionInfo,
  "name" | "key" | "unique" | "sparse" | "partialFilterExpression" | "expireAfterSeconds" | "collation" | "hidden"
>;

export interface Comparison {
  /** An equal index exists, under any name. */
  readonly isThere: boolean;
  /** Indexes of the same fields with other options, beside which some servers allow no second one. */
  readonly rivals: readonly FoundIndex[];
  /** Names of our own indexes with an earlier definition. */
  readonly outdated: readonly string[];
  /** The wanted name, or a numbered one when that name is taken. */
  readonly freeName: string;
}

/** Compares the indexes of a collection with a wanted one. An index that somebody made by hand is never outdated. */
export function compareIndex(wanted: WantedIndex, found: readonly FoundIndex[]): Comparison {
  const names = new Set(found.map(({ name }) => name));
  const different = found.filter((one) => !isEqual(wanted, one));
  let freeName = wanted.name;
  for (let number = 2; names.has(freeName); number++) freeName = `${wanted.name}_${number}`;
  return {
    isThere: different.length < found.length,
    rivals: different.filter(({ key }) => hasEqualKeys(wanted, key)),
    outdated: different.flatMap(({ name = "" }) => (isOurs(wanted, name) ? [name] : [])),
    freeName,
  };
}

function isEqual({ options, ...wanted }: WantedIndex, found: FoundIndex): boolean {
  return (
    hasEqualKeys(wanted, found.key) &&
    (found.unique ?? false) === wanted.unique &&
    isDeepStrictEqual(found.partialFilterExpression, options.partialFilterExpression) &&
    found.expireAfterSeconds === options.expireAfterSeconds &&
    !found.sparse &&
    !found.hidden &&
    found.collation === undefined
  );
}

function hasEqualKeys({ key }: Pick<WantedIndex, "key">, other: FoundIndex["key"]): boolean {
  return isDeepStrictEqual(Object.entries(key), Object.entries(other));
}

function isOurs({ name }: WantedIndex, other: string): boolean {
  return other === name || (other.startsWith(`${name}_`) && /^\d+$/.test(other.slice(name.length + 1)));
}
