import type { Relation } from "@knote/contract";
import { type ClaimDifference, claimDifference } from "../claims/claim-difference.ts";
import { type DependenceCue, dependenceCues } from "../claims/dependence-cues.ts";
import { type PossibleTarget, readTarget, targetOf } from "../claims/dependence-target.ts";
import { readClaim } from "../claims/read-claim.ts";
import { repetition, wordRuns } from "../claims/repeated-words.ts";
import { changeCue } from "../claims/change-cue.ts";
import type { StoredNote } from "../ports/note-store.ts";

/** Which rule proposes a relation. */
export type RelationRule = "cue" | "value" | "negation" | "quote";

/** How a newer note stands to an older one by what both say, and why. */
export interface RuledRelation {
  readonly relation: Relation;
  readonly rule: RelationRule;
  /** One sentence for the owner. */
  readonly reason: string;
  /** The words of the newer note, as they stand there, that the rule goes by. */
  readonly quote: string;
}

/** Enough of a note to compare it with others. */
type Text = Pick<StoredNote, "id" | "title" | "content">;

/**
 * Returns the relations that rules propose from a note to older ones, by their ids: what it says it depends on, what it
 * replaces or contradicts, what it repeats. A note that is left out is only related. Newer notes are ignored, as a link
 * goes from the newer note to the older one.
 */
export function relationsByRule(note: Text, others: readonly Text[]): Map<string, RuledRelation> {
  const olderNotes = others.filter(({ id }) => id < note.id);
  const claim = readClaim(note.title);
  const runs = wordRuns(note.content);
  const cues = [note.title, note.content].flatMap(dependenceCues);
  const change = changeCue(note.title);
  const hasCue = cues.length > 0 || change !== null;
  const targets = hasCue ? olderNotes.map(({ id, title }) => ({ id, ...readTarget(title) })) : [];
  const foundations = foundationsOf(cues, targets);
  const changedId = change === null ? undefined : targetOf(change, targets)?.id;
  const relations = new Map<string, RuledRelation>();
  for (const { id, title, content } of olderNotes) {
    const sentence = foundations.get(id);
    const difference = claimDifference(claim, readClaim(title));
    const place = sentence === undefined && difference === null ? repetition(runs, content) : null;
    if (sentence !== undefined) relations.set(id, dependence(sentence));
    else if (id === changedId) relations.set(id, replacement(note));
    else if (difference !== null) relations.set(id, saysOtherwise(note, difference, claim.tellsChange));
    else if (place !== null) relations.set(id, repeats(note.content.slice(place.start, place.end)));
  }
  return relations;
}

function dependence(quote: string): RuledRelation {
  return { relation: "depends_on", rule: "cue", reason: "A sentence says that it depends on this.", quote };
}

function saysOtherwise({ title }: Text, difference: ClaimDifference, tellsChange: boolean): RuledRelation {
  const evidence = { rule: difference === "negation" ? "negation" : "value", quote: title } as const;
  return tellsChange
    ? { relation: "supersedes", reason: "Says otherwise in one place, and that something has changed.", ...evidence }
    : { relation: "contradicts", reason: "Says otherwise in one place.", ...evidence };
}

function replacement({ title }: Text): RuledRelation {
  return { relation: "supersedes", rule: "value", reason: "Says that this has changed.", quote: title };
}

function repeats(quote: string): RuledRelation {
  return { relation: "derived_from", rule: "quote", reason: "Repeats eight words of it, or more.", quote };
}

/** Returns the notes that cues say the note depends on, by id, each with the sentence of the first such cue. */
function foundationsOf(
  cues: readonly DependenceCue[],
  targets: readonly (PossibleTarget & { readonly id: string })[],
): Map<string, string> {
  const foundations = new Map<string, string>();
  for (const cue of cues) {
    const id = targetOf(cue, targets)?.id;
    if (id !== undefined && !foundations.has(id)) foundations.set(id, cue.sentence.trim());
  }
  return foundations;
}
