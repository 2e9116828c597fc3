import type { DatabaseSync } from "node:sqlite";

/** Sorts right after the space between two stems. */
const AFTER_SPACE = "!";

/**
 * Prepares a filter that leaves out keys of which no live note's title key can be one, in the order of `keys`. A text
 * names all beginnings of a few words: where no title begins with the first two, none of the longer ones is looked up.
 */
export function prepareTitleKeys(db: DatabaseSync): (user: number | null, keys: readonly string[]) => string[] {
  const begunAmong = db.prepare(
    `SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM notes
       WHERE user = ? AND title_key >= value AND title_key < value || '${AFTER_SPACE}' AND deleted_at IS NULL)`,
  );
  return (user, keys) => {
    const pairs = keys.map(firstTwo);
    const distinctPairs = [...new Set(pairs.filter((pair) => pair !== null))];
    const begunKeys = new Set(begunAmong.all(JSON.stringify(distinctPairs), user).map((row) => row["value"] as string));
    return keys.filter((_, place) => pairs[place] === null || begunKeys.has(pairs[place]!));
  };
}

/** Returns the first two stems of a key; null when it has one. */
function firstTwo(key: string): string | null {
  const first = key.indexOf(" ");
  if (first < 0) return null;
  const second = key.indexOf(" ", first + 1);
  return second < 0 ? key : key.slice(0, second);
}
