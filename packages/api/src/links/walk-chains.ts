import { beginTurn } from "../kit/in-turns.ts";

/** Reads the `supersedes` links of one user step by step. */
export interface Chains {
  /** Returns the notes that any of the given ones supersedes directly. */
  olderThan(ids: readonly string[]): Promise<Iterable<string>>;
  /** Returns the notes that supersede any of the given ones directly. */
  newerThan(ids: readonly string[]): Promise<Iterable<string>>;
}

const NOTES_A_STEP = 300;

/**
 * Returns whether `newer` supersedes `older`, directly or through a chain. Walks from both ends and takes at most twice
 * the steps of the shorter side: usually one end is a note that has just been written.
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
