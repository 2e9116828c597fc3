import type { Relation } from "@knote/contract";
import { claimDifference } from "../claims/claim-difference.ts";
import { dependenceCues } from "../claims/dependence-cues.ts";
import { readTarget, targetOf } from "../claims/dependence-target.ts";
import { readClaim } from "../claims/read-claim.ts";
import { repetition, wordRuns } from "../claims/repeated-words.ts";
import type { StoredNote } from "../ports/note-store.ts";

/** How a newer note stands to an older one by what both say, and why. */
export interface RuledRelation {
  readonly relation: Relation;
  /** One sentence for the owner. */
  readonly reason: string;
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
  const foundations = foundationsOf(note, olderNotes);
  const relations = new Map<string, RuledRelation>();
  for (const { id, title, content } of olderNotes) {
    const difference = claimDifference(claim, readClaim(title));
    if (foundations.has(id))
      relations.set(id, { relation: "depends_on", reason: "A sentence says that it depends on this." });
    else if (difference !== null && claim.tellsChange)
      relations.set(id, {
        relation: "supersedes",
        reason: "Says otherwise in one place, and that something has changed.",
      });
    else if (difference !== null)
      relations.set(id, { relation: "contradicts", reason: "Says otherwise in one place." });
    else if (repetition(runs, content) !== null)
      relations.set(id, { relation: "derived_from", reason: "Repeats eight words of it, or more." });
  }
  return relations;
}

/** Returns the ids of the notes that sentences of the note say it depends on. */
function foundationsOf({ title, content }: Text, others: readonly Text[]): Set<string> {
  const targets = others.map((other) => ({ id: other.id, ...readTarget(other.title) }));
  const cues = [title, content].flatMap(dependenceCues);
  return new Set(cues.flatMap((cue) => targetOf(cue, targets)?.id ?? []));
}
