import type { DerivedStates } from "../ports/link-store.ts";
import { extendPath, type RankedHit } from "./ranked-hit.ts";

/** Most earlier versions of all hits together, and the number of best hits that show theirs. */
const MOST_VERSIONS = 4;
const MOST_HITS = 4;

/** Returns, by hit, the notes that the best hits supersede directly or through a chain, the nearest ones first. */
export function replacedVersions(hits: readonly RankedHit[], { olderOf }: DerivedStates): Map<string, RankedHit[]> {
  const versions = new Map<string, RankedHit[]>();
  const seenIds = new Set(hits.map(({ id }) => id));
  let room = MOST_VERSIONS;
  for (const hit of hits.slice(0, MOST_HITS)) {
    const older = chainBelow(hit, olderOf, seenIds, room);
    if (older.length > 0) versions.set(hit.id, older);
    room -= older.length;
  }
  return versions;
}

/** Returns at most `room` notes below a hit that are not in `seenIds`, and adds these to it. */
function chainBelow(
  hit: RankedHit,
  olderOf: DerivedStates["olderOf"],
  seenIds: Set<string>,
  room: number,
): RankedHit[] {
  const chain = [hit];
  for (const at of chain) {
    for (const link of olderOf.get(at.id) ?? []) {
      if (chain.length > room || seenIds.has(link.target_id)) continue;
      seenIds.add(link.target_id);
      chain.push({ id: link.target_id, score: hit.score, via: extendPath(at.via, link) });
    }
  }
  return chain.slice(1);
}
