import { beginTurn } from "../kit/in-turns.ts";
import { kindOf } from "./judge-links.ts";
import type { Derivation } from "./list-reviews.ts";
import { openRoots, walkSeparately } from "./open-kinds.ts";
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
    const counts = await countBits(reach);
    for (const [index, { root }] of walks.entries()) {
      const shakes = counts[index]!;
      if (shakes > 0) causes.push({ id: links.graph.ids[root.note]!, kind: kindOf(root.verdict), shakes });
    }
  }
  return causes.sort((one, other) => other.shakes - one.shakes || (one.id < other.id ? -1 : 1));
}

async function countBits(reach: Uint32Array): Promise<Uint32Array> {
  const counts = new Uint32Array(32);
  const turn = beginTurn();
  for (let note = 0; note < reach.length; note++) {
    if (note % 1_024 === 0 && turn.isOver()) await turn.next();
    for (let bits = reach[note]!; bits !== 0; bits &= bits - 1) counts[31 - Math.clz32(bits & -bits)]!++;
  }
  return counts;
}
