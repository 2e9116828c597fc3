import type { Relation, TendedNote } from "@knote/contract";
import type { Card, ReviewCard } from "./cards.ts";
import type { Decision } from "./decision.ts";
import type { Decisions, LinkEnds } from "./decisions.ts";

/** One way to decide a card. */
export interface Choice {
  readonly keys: string;
  /** A second key for the same choice. */
  readonly also?: string;
  readonly label: string;
  /** The one note that the choice is about; its button is shown below that note. */
  readonly about?: TendedNote;
  readonly main?: true;
  readonly decide: () => Decision;
}

/** Returns the choices for a card, by key. `r`, which picks another relation, is added by the card itself. */
export function choicesOf(card: Card, decisions: Decisions, suggestions: readonly SuggestedTarget[] = []): Choice[] {
  const { dismiss, supersede, archive, link } = decisions;
  const sides = (left: TendedNote, right: TendedNote): Choice[] => [
    { keys: "1", label: "Keep this one", about: left, decide: () => supersede(left, right) },
    { keys: "2", label: "Keep this one", about: right, decide: () => supersede(right, left) },
    { keys: "3", label: "Archive", about: left, decide: () => archive(left) },
    { keys: "4", label: "Archive", about: right, decide: () => archive(right) },
  ];
  const leave = (label: string): Choice => ({ keys: "x", label, decide: () => dismiss(card.key) });
  switch (card.kind) {
    case "contested":
      return [
        { keys: "a", also: "x", label: "Keep both", main: true, decide: () => dismiss(card.key, "Kept both.") },
        ...sides(card.source, card.target),
      ];
    case "reviews":
      return reviewChoices(card, decisions);
    case "duplicates":
      return [
        { keys: "a", label: "Newer replaces older", main: true, decide: () => supersede(card.source, card.target) },
        ...sides(card.source, card.target),
        leave("Not the same"),
      ];
    case "suggestions":
      return [
        { keys: "a", label: "Link", main: true, decide: () => decisions.acceptProposals([card]) },
        { keys: "x", label: "Not related", decide: () => decisions.dismissProposal(card) },
      ];
    case "orphans":
      return [
        ...suggestions.map(({ target_id }, index) => ({
          ...keysFor(index),
          label: `Link the ${["first", "second", "third"][index]}`,
          decide: () => link({ source_id: card.note.id, target_id, relation: "relates_to" }, [target_id]),
        })),
        { keys: "4", label: "Archive", decide: () => archive(card.note) },
        leave("Fine alone"),
      ];
  }
}

function reviewChoices(card: ReviewCard, { lookAt, lookForAll, replaceLink }: Decisions): Choice[] {
  const { cause } = card;
  const from = endsOf(card);
  // Only what replaced a note can take its place; what contests it says otherwise.
  const newer = from && cause.kind === "superseded" ? cause.now.filter(({ id }) => id !== from.source_id) : [];
  const rests = newer.slice(0, 3).map((head, index) => ({
    ...keysFor(index),
    label: newer.length === 1 ? "Rest on the newer note" : `Rest on “${head.title}”`,
    decide: () => replaceLink(from!, { ...from!, target_id: head.id }, "Now rests on the newer note."),
  }));
  const stands = { label: "Still stands", decide: () => lookAt(card) };
  return [
    ...rests,
    rests.length > 0 ? { keys: "x", ...stands } : { keys: "a", also: "x", main: true, ...stands },
    { keys: "f", label: "All of this cause are fine", decide: () => lookForAll(card) },
  ];
}

/** Returns the keys of similar choices: `a` for the first, numbers for the others. */
function keysFor(index: number): Pick<Choice, "keys" | "main"> {
  return index === 0 ? { keys: "a", main: true } : { keys: String(index + 1) };
}

export interface SuggestedTarget {
  readonly target_id: string;
  readonly target_title: string;
}

/** Returns the link that `r` changes or creates; null when there is none. */
export function endsOf(card: Card, suggestions: readonly SuggestedTarget[] = []): LinkEnds | null {
  switch (card.kind) {
    case "contested":
      return { source_id: card.source.id, target_id: card.target.id, relation: "contradicts" };
    case "reviews":
      // The fallen link is the last one, of this note or of one that it rests on. A deleted note is not named.
      return card.cause.kind === "deleted" ? null : (card.path.at(-1) ?? null);
    case "duplicates":
      return { source_id: card.source.id, target_id: card.target.id, relation: "relates_to" };
    case "suggestions":
      return { source_id: card.source.id, target_id: card.target.id, relation: card.relation };
    case "orphans":
      return suggestions[0]
        ? { source_id: card.note.id, target_id: suggestions[0].target_id, relation: "relates_to" }
        : null;
  }
}

/** Whether the card is about an existing link, not a possible one. */
export function isAboutLink({ kind }: Card): boolean {
  return kind === "contested" || kind === "reviews";
}

/** Decides a card by relation: changes the existing link's relation, or creates a link. */
export function relink(
  card: Card,
  ends: LinkEnds,
  decisions: Decisions,
  { relation, isSwapped }: { readonly relation: Relation; readonly isSwapped: boolean },
): Decision {
  if (card.kind === "suggestions") return decisions.retypeProposal(card, { relation, isSwapped });
  const { source_id, target_id } = ends;
  const to = isSwapped ? { source_id: target_id, target_id: source_id, relation } : { source_id, target_id, relation };
  if (!isAboutLink(card)) return decisions.link(to, card.kind === "orphans" ? [target_id] : []);
  if (!isSwapped && relation === ends.relation)
    return card.kind === "reviews" ? decisions.lookAt(card) : decisions.dismiss(card.key, "Left as it is.");
  return decisions.replaceLink(ends, to, "Relation changed.");
}
