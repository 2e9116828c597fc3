import { repetition, wordRuns } from "../claims/repeated-words.ts";
import {
  type Draft,
  MOST_OF_A_RULE,
  type NearNote,
  quote,
  type Rule,
  type RuleFinding,
  type Span,
  stands,
} from "./draft.ts";
import { namedIn } from "./named-titles.ts";

/** The draft names another note, or repeats eight words of it, without a link to it. */
export const unlinkedQuote: Rule = (draft, near) => {
  const candidates = near.filter((note) => stands(note) && note.relations.size === 0);
  const namings = namedIn(draft, candidates);
  const namedIds = new Set(namings.map(({ note }) => note.id));
  const repeating = repeatedBy(
    draft,
    candidates.filter(({ id }) => !namedIds.has(id)),
  );
  return [
    ...repeating.map((place) => findingOf(place, "Repeats words of", "derived_from")),
    ...namings.map((place) => findingOf(place, "Names", "relates_to")),
  ].slice(0, MOST_OF_A_RULE);
};

interface Place {
  readonly note: NearNote;
  readonly span: Span;
}

function repeatedBy({ content }: Draft, near: readonly NearNote[]): Place[] {
  if (content === null) return [];
  const runs = wordRuns(content);
  return near.flatMap((note) => {
    const place = repetition(runs, note.content);
    return place === null ? [] : [{ note, span: { field: "content" as const, ...place } }];
  });
}

function findingOf({ note, span }: Place, does: string, relation: "relates_to" | "derived_from"): RuleFinding {
  return {
    rule: "unlinked_quote",
    message: `${does} ${quote(note.title)} without a link to it.`,
    notes: [note],
    span,
    offer: { relation, target_id: note.id },
  };
}
