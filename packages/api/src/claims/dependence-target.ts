import { countingStems } from "../text/analyze.ts";
import { kindsOf, kindStems } from "./claim-kinds.ts";
import { claimWords } from "./claim-words.ts";
import { spellOut } from "./clipped-words.ts";
import type { DependenceCue } from "./dependence-cues.ts";
import { likelyVerb } from "./finite-verbs.ts";

/** Least share of a claim's counting words in the sentence that rests on it. */
const LEAST_SHARE = 0.6;
/** A claim of one counting word stands in too many sentences. */
const LEAST_STEMS = 2;
/** Less than the score of any claim whose own words fit. */
const KIND_SCORE = 0.1;
/** What a claim says besides, after a dash, a semicolon or in brackets, is not what rests on it. */
const MAIN_CLAUSE = /^.+?(?=\s[—–-]\s|[;(]|$)/su;

/** A condition says what follows from a change, not what is so. */
const CONDITION = /^\s*if\b/i;

/** A claim that a sentence can rest on, by its counting words. */
export interface PossibleTarget {
  readonly stems: ReadonlySet<string>;
  /** The words before the verb. */
  readonly subject: ReadonlySet<string>;
  /** Words for the kind of thing that it tells, where it names none. */
  readonly kinds: ReadonlySet<string>;
}

/** Reads a title as a possible target; a condition is none. */
export function readTarget(title: string): PossibleTarget {
  if (CONDITION.test(title)) return { stems: new Set(), subject: new Set(), kinds: new Set() };
  const main = spellOut(MAIN_CLAUSE.exec(title)?.[0] ?? title);
  const words = claimWords(main);
  const verb = words[likelyVerb(words)];
  return {
    stems: new Set(countingStems(main)),
    subject: new Set(verb === undefined ? [] : countingStems(main.slice(0, verb.start))),
    kinds: kindsOf(main),
  };
}

/**
 * Returns the one target that the cue is about: the cue names its subject, or the kind of thing that it tells, or most
 * of its words stand in the sentence, some of them in what the cue names. Null when there is none, or two fit equally well.
 */
export function targetOf<T extends PossibleTarget>(cue: DependenceCue, targets: readonly T[]): T | null {
  const sentence = new Set(countingStems(spellOut(cue.sentence)));
  const name = spellOut(cue.object);
  const object = new Set(countingStems(name));
  const kind = new Set(kindStems(name));
  let [best, bestScore, isTie] = [null as T | null, 0, false];
  for (const target of targets) {
    const score = scoreOf(target, sentence, object) || scoreOfKind(target, kind);
    if (score === 0 || score < bestScore) continue;
    isTie = score === bestScore;
    [best, bestScore] = [target, score];
  }
  return isTie ? null : best;
}

/** Returns how well a target fits what a cue names, 0 when it does not. */
function scoreOf(
  { stems, subject }: PossibleTarget,
  sentence: ReadonlySet<string>,
  object: ReadonlySet<string>,
): number {
  if (object.size === 0) return 0;
  const [ofTitle, ofObject] = [shareIn(sentence, stems), shareIn(stems, object)];
  const isSubject = subject.size > 0 && shareIn(subject, object) === 1 && shareIn(object, subject) === 1;
  const isSaid = stems.size >= LEAST_STEMS && ofTitle >= LEAST_SHARE && ofObject > 0;
  return isSubject || isSaid || ofObject === 1 ? ofTitle + ofObject + (isSubject ? 1 : 0) : 0;
}

/**
 * Returns how well a target fits the kind that a cue names, less than any that fits by its own words; 0 when it does
 * not. What others work at or live in is no kind of mine.
 */
function scoreOfKind({ subject, kinds }: PossibleTarget, kind: ReadonlySet<string>): number {
  const isOfKind = kind.size > 0 && shareIn(kinds, kind) === 1;
  const isOwn = subject.size === 0 || shareIn(kind, subject) === 1 || shareIn(kinds, subject) === 1;
  return isOfKind && isOwn ? KIND_SCORE : 0;
}

/** Returns the share of `stems` that are in `others`. */
function shareIn(others: ReadonlySet<string>, stems: ReadonlySet<string>): number {
  let common = 0;
  for (const stem of stems) if (others.has(stem)) common++;
  return stems.size === 0 ? 0 : common / stems.size;
}
