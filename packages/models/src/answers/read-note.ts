import { DAY_MS } from "@knote/contract";
import type { Passage, WordReader } from "@knote/api";
import { dateIn, dayName } from "./dates.ts";
import { withoutMarkup } from "./markup.ts";
import { quotable } from "./quote.ts";
import { splitSentences } from "./sentences.ts";

export interface Sentence {
  readonly text: string;
  /** Stems in the question's language without stop words, including those of the label that its line begins with, such as "Ada:". */
  readonly stems: ReadonlySet<string>;
  /** Whether its line begins with a label: then the sentence is by or about the one named there. */
  readonly hasLabel: boolean;
  /** Whether it is an item of a list or the row of a table. */
  readonly isItem: boolean;
  readonly isCode: boolean;
  /** Whether it is the note's title. */
  readonly isTitle: boolean;
}

type Kind = Pick<Sentence, "hasLabel" | "isItem" | "isCode" | "isTitle">;

/** A text with a title: a note, or an earlier version of one. */
export type TitledText = Pick<Passage, "title" | "text" | "createdAt">;

export interface ReadNote {
  readonly sentences: readonly Sentence[];
  /** The title. */
  readonly claim: Sentence;
  readonly titleStems: ReadonlySet<string>;
  /** Stems of title, text and day of writing: "in March" asks for notes written in March, too. */
  readonly stems: ReadonlySet<string>;
  /** The day of writing: as stated in the title or in a bracket at the end, else the day it was stored. */
  readonly day: Date;
}

/** "(11:53 am on 23 March, 2023)" behind a sentence: when it was written. Not part of what it says. */
const STAMP = /\s*\(([^()]{6,40})\)$/;
const CLOCK_SKEW_MS = 2 * DAY_MS;

/** Splits a note into sentences. The title is one too, unless a sentence of the text contains it. */
export function readNote({ title, text, createdAt }: TitledText, reader: WordReader): ReadNote {
  const read = (own: string, kind: Kind): Sentence => ({ text: own, ...kind, stems: reader.stemsIn(own) });
  const lines = splitSentences(text);
  const claim = read(quotable(withoutMarkup(title)), { hasLabel: false, isItem: false, isCode: false, isTitle: true });
  const body = lines.map(({ text: own, label, isItem, isCode }) =>
    read(withoutStamp(own), { hasLabel: label !== null, isItem, isCode, isTitle: false }),
  );
  const repeatsClaim = body.some((sentence) => sentence.text.includes(claim.text));
  const day = dayOf(title, lines.at(-1)?.text ?? "", new Date(createdAt));
  const dayStems = reader.words(dayName(day)).map(({ stem }) => stem);
  return {
    sentences: repeatsClaim || (body.length > 0 && isTopic(claim.text, reader)) ? body : [claim, ...body],
    claim,
    titleStems: claim.stems,
    stems: new Set([...[claim, ...body].flatMap(({ stems }) => [...stems]), ...dayStems]),
    day,
  };
}

/** Returns whether a title only names things, such as "Journal of Physics", and so claims nothing. */
function isTopic(title: string, { words }: WordReader): boolean {
  return words(title).every(
    ({ counts, start }, index) => !counts || index === 0 || /\p{Lu}|\p{Nd}/u.test(title.charAt(start)),
  );
}

function withoutStamp(text: string): string {
  const stamp = STAMP.exec(text);
  return stamp !== null && dateIn(stamp[1]!) !== null && stamp.index > 0 ? text.slice(0, stamp.index) : text;
}

/** Returns the stated day, unless it is after the day of storing: then the note only mentions it. */
function dayOf(title: string, lastSentence: string, storedOn: Date): Date {
  const statedDay = dateIn(STAMP.exec(lastSentence)?.[1] ?? "") ?? dateIn(title);
  return statedDay !== null && statedDay.getTime() <= storedOn.getTime() + CLOCK_SKEW_MS ? statedDay : storedOn;
}

/** Returns the stems of the titles, without stop words. */
export function titleStemsOf(notes: readonly Pick<Passage, "title">[], reader: WordReader): string[] {
  return notes.flatMap(({ title }) => [...reader.stemsIn(title)]);
}
