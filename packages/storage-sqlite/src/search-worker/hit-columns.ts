import type { HitColumns } from "./protocol.ts";

const MANY_HITS = 1_000;

export function hitColumns(ids: readonly string[], scores: readonly number[]): HitColumns {
  // A short list crosses threads faster as a plain array.
  return {
    ids: ids.map((id) => `${id}\0`).join(""),
    scores: scores.length > MANY_HITS ? Float64Array.from(scores) : scores,
  };
}
