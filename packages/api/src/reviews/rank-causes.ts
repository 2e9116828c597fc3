import { kindOf } from "./judge-links.ts";
import type { Derivation } from "./list-reviews.ts";
import { openRoots, walkSeparately } from "./open-kinds.ts";
import { type Reach, WALKS_AT_ONCE } from "./walk-up.ts";
import type { CauseKind } from "@knote/contract";

/** A cause with the number of notes that need review because of it. */
export interface ShakingCause {
  readonly id: string;
  readonly kind: CauseKind;
  readonly shakes: number;
}

/** Counts for every open cause how many notes it shakes; most first. */
export async function rankCauses({ links, looksByRoot }: Derivation): Promise<ShakingCause[]> {
  const causes: ShakingCause[] = [];
  const roots = await openRoots(links, looksByRoot);
  for await (const { walks, reach } of walkSeparately(links, looksByRoot, [...roots.values()])) {
    const counts = countBits(reach);
    for (const [index, { root }] of walks.entries()) {
      const shakes = counts[index]!;
      if (shakes > 0) causes.push({ id: links.graph.ids[root.note]!, kind: kindOf(root.verdict), shakes });
    }
  }
  return causes.sort((one, other) => other.shakes - one.shakes || (one.id < other.id ? -1 : 1));
}

function countBits({ notes, bits }: Reach): Uint32Array {
  const counts = new Uint32Array(WALKS_AT_ONCE);
  for (const note of notes)
    for (let rest = bits[note]!; rest !== 0; rest &= rest - 1) counts[31 - Math.clz32(rest & -rest)]!++;
  return counts;
}
