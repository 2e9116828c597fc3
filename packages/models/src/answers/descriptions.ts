import type { ReadWord } from "@knote/api";
import type { DescriptionMarks } from "./language/question-language.ts";
import type { Question } from "./question.ts";

/** A part of a question that tells who or what is meant, instead of naming it: "the colleague who has our ladder". */
export interface Description {
  /** Stems of the words that tell it; a note that has them names who or what is meant. */
  readonly ownStems: ReadonlySet<string>;
  /** Stems of the other words of the question, but for the noun that stands for it ("colleague"). */
  readonly otherStems: ReadonlySet<string>;
  /** Whether it is a role alone ("our sailmaker"): a note has to say who has it. */
  readonly isRole: boolean;
}

/** A noun phrase is at most this long. */
const LONGEST_PHRASE = 4;

/** Returns the descriptions in a question; none where it names what it is about. */
export function descriptionsIn(text: string, question: Question): readonly Description[] {
  const { descriptions: marks } = question.language;
  if (marks === undefined) return [];
  const all = question.reader.words(text);
  const phrases = [
    ...clausesIn(text, all, marks),
    ...comparedIn(text, all, marks),
    ...ofPhrasesIn(text, all, marks),
    ...ownedIn(text, all, marks),
    ...rolesIn(text, all, marks),
  ];
  return phrases.flatMap(({ words, noun, isRole }) => {
    const ownStems = topicOf(words, question);
    const others = all.filter((word) => word !== noun && !words.includes(word));
    const isName = [...ownStems].every((stem) => question.names.has(stem));
    return isName ? [] : [{ ownStems, otherStems: topicOf(others, question), isRole }];
  });
}

interface DescribingWords {
  readonly words: readonly ReadWord[];
  readonly noun?: ReadWord | undefined;
  readonly isRole: boolean;
}

/** "The colleague who has our ladder." */
function clausesIn(text: string, all: readonly ReadWord[], marks: DescriptionMarks): DescribingWords[] {
  return [...text.matchAll(marks.clause)].flatMap(({ index, 0: { length } }) => {
    const before = all.filter(({ end }) => end <= index);
    // In "the colleague maintain who", a verb stands between.
    const noun = before.findLast((_, place) => marks.determiner.test(before[place - 1]?.text ?? "")) ?? before.at(-1);
    const words = all.filter(({ start }) => start >= index + length);
    return noun?.counts === true ? [{ words, noun, isRole: false }] : [];
  });
}

/** "In the same village as the sawmill." */
function comparedIn(text: string, all: readonly ReadWord[], marks: DescriptionMarks): DescribingWords[] {
  return [...text.matchAll(marks.sameAs)].map(({ index, 0: { length } }) => ({
    words: phraseFrom(index + length, all, text, marks),
    noun: all.findLast(({ end }) => end <= index + length - " as ".length),
    isRole: false,
  }));
}

/** "The owner of my workshop." */
function ofPhrasesIn(text: string, all: readonly ReadWord[], marks: DescriptionMarks): DescribingWords[] {
  return [...text.matchAll(marks.of)].flatMap(({ index, 0: match }) => {
    const noun = all.findLast(({ end }) => end <= index + match.length - " of ".length);
    return noun?.counts === true
      ? [{ words: [noun, ...phraseFrom(index + match.length, all, text, marks)], isRole: false }]
      : [];
  });
}

/** "Ada's godmother." */
function ownedIn(text: string, all: readonly ReadWord[], marks: DescriptionMarks): DescribingWords[] {
  return [...text.matchAll(marks.owner)].flatMap(({ index, 0: { length } }) => {
    const owner = all.findLast(({ start }) => start < index + length)!;
    const owned = phraseFrom(index + length, all, text, marks)[0];
    if (owned === undefined || marks.asking.test(text.slice(0, index + length))) return [];
    return [{ words: [owner, owned], isRole: false }];
  });
}

/** "Our sailmaker." */
function rolesIn(text: string, all: readonly ReadWord[], marks: DescriptionMarks): DescribingWords[] {
  return [...text.matchAll(marks.role)].map(({ index, 0: { length } }) => ({
    words: phraseFrom(index + length, all, text, marks).slice(0, 1),
    isRole: true,
  }));
}

/** Returns the words from a place on, up to the first that does not count. */
function phraseFrom(
  place: number,
  all: readonly ReadWord[],
  text: string,
  marks: DescriptionMarks,
): readonly ReadWord[] {
  const rest = all.filter(({ start }) => start >= place);
  const skipped = marks.determiner.test(rest[0]?.text ?? "") ? rest.slice(1) : rest;
  const end = skipped.findIndex(
    ({ counts, start }, index) => !counts || (index > 0 && /[,;:]/.test(text.slice(skipped[index - 1]!.end, start))),
  );
  return skipped.slice(0, Math.min(LONGEST_PHRASE, end < 0 ? skipped.length : end));
}

/** Returns the stems of the words that say something about the subject of the question. */
function topicOf(words: readonly ReadWord[], { stems, language }: Question): Set<string> {
  return new Set(
    words
      .filter(({ stem, text }) => stems.has(stem) && !language.generic.test(text) && !language.emptyWords.test(text))
      .map(({ stem }) => stem),
  );
}
