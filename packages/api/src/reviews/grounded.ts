import { beginTurn } from "../kit/in-turns.ts";
import type { DerivedStates } from "../ports/link-store.ts";

/**
 * Returns the notes of contradictions that are upheld: the grounded extension (Dung 1995) of the `contradicts` links
 * between notes that stand. A note without a standing opponent is upheld, and so is one whose opponents are all
 * contradicted by upheld notes. Two that contradict each other are both undecided, so neither is upheld.
 */
export async function upheldNotes({ contradictionsOf }: Pick<DerivedStates, "contradictionsOf">): Promise<Set<string>> {
  const waiting = new Map<string, number>();
  const upheld = new Set<string>();
  const turn = beginTurn();
  for (const [id, links] of contradictionsOf) {
    if (turn.isOver()) await turn.next();
    const opponents = links.filter(({ target_id }) => target_id === id).length;
    if (opponents === 0) upheld.add(id);
    else waiting.set(id, opponents);
  }
  const targetsOf = (id: string) =>
    (contradictionsOf.get(id) ?? []).filter(({ source_id }) => source_id === id).map(({ target_id }) => target_id);
  // Iterating a set includes elements added meanwhile.
  for (const id of upheld) {
    for (const defeatedId of targetsOf(id)) {
      if (!waiting.delete(defeatedId)) continue;
      for (const freedId of targetsOf(defeatedId)) {
        if (turn.isOver()) await turn.next();
        const opponents = waiting.get(freedId);
        if (opponents === undefined) continue;
        waiting.set(freedId, opponents - 1);
        if (opponents > 1) continue;
        waiting.delete(freedId);
        upheld.add(freedId);
      }
    }
  }
  return upheld;
}
