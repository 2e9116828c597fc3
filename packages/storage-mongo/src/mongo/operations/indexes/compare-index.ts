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
  readonly outdatedNames: readonly string[];
  /** The wanted name, or a numbered one when that name is taken. */
  readonly freeName: string;
}

/** Compares the indexes of a collection with a wanted one. An index that somebody made by hand is never outdated. */
export function compareIndex(wantedIndex: WantedIndex, foundIndexes: readonly FoundIndex[]): Comparison {
  const names = new Set(foundIndexes.map(({ name }) => name));
  const different = foundIndexes.filter((one) => !isEqual(wantedIndex, one));
  let freeName = wantedIndex.name;
  for (let number = 2; names.has(freeName); number++) freeName = `${wantedIndex.name}_${number}`;
  return {
    isThere: different.length < foundIndexes.length,
    rivals: different.filter(({ key }) => hasEqualKeys(wantedIndex, key)),
    outdatedNames: different.flatMap(({ name = "" }) => (isOurs(wantedIndex, name) ? [name] : [])),
    freeName,
  };
}

function isEqual({ options, ...wantedIndex }: WantedIndex, foundIndex: FoundIndex): boolean {
  return (
    hasEqualKeys(wantedIndex, foundIndex.key) &&
    (foundIndex.unique ?? false) === wantedIndex.unique &&
    isDeepStrictEqual(foundIndex.partialFilterExpression, options.partialFilterExpression) &&
    foundIndex.expireAfterSeconds === options.expireAfterSeconds &&
    !foundIndex.sparse &&
    !foundIndex.hidden &&
    foundIndex.collation === undefined
  );
}

function hasEqualKeys({ key }: Pick<WantedIndex, "key">, other: FoundIndex["key"]): boolean {
  return isDeepStrictEqual(Object.entries(key), Object.entries(other));
}

function isOurs({ name }: WantedIndex, other: string): boolean {
  return other === name || (other.startsWith(`${name}_`) && /^\d+$/.test(other.slice(name.length + 1)));
}
