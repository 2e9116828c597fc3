import type { Relation } from "@knote/contract";
import { RELATIONS } from "../../features/notes/note-types.ts";
import type { SuggestionCard } from "./cards.ts";

/** Returns the cards by the relation that they propose, in the order of the relations. */
export function relationGroups(
  cards: readonly SuggestionCard[],
): { readonly relation: Relation; readonly cards: readonly SuggestionCard[] }[] {
  return RELATIONS.map((relation) => ({ relation, cards: cards.filter((card) => card.relation === relation) })).filter(
    (group) => group.cards.length > 0,
  );
}
