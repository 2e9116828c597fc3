import { beginTurn } from "../kit/in-turns.ts";

/** The `supersedes` links of one user, a step at a time. */
export interface Chains {
  /** What any of the notes supersedes directly. */
  olderThan(ids: readonly string[]): Promise<Iterable<string>>;
  /** What supersedes any of the notes directly. */
  newerThan(ids: readonly string[]): Promise<Iterable<string>>;
}

const NOTES_A_STEP = 300;

/**
 * Whether `newer` supersedes `older`, directly or through a chain. Walks from both ends, so that it takes no more than
 * twice the steps of the shorter side: most often one of them is a note that has just been written.
 */
export async function isOnChain(chains: Chains, newer: string, older: string): Promise<boolean> {
  const down = { seen: new Set([newer]), open: [newer], follow: chains.olderThan };
  const up = { seen: new Set([older]), open: [older], follow: chains.newerThan };
  const turn = beginTurn();
  while (down.open.length > 0 && up.open.length > 0) {
    const [side, other] = down.seen.size < up.seen.size ? [down, up] : [up, down];
    for (const id of await side.follow(side.open.splice(-NOTES_A_STEP))) {
      if (other.seen.has(id)) return true;
      if (side.seen.has(id)) continue;
      side.seen.add(id);
      side.open.push(id);
    }
    if (turn.isOver()) await turn.next();
  }
  return false;
}
