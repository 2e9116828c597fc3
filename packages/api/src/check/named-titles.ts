import { isStopWord, titleKey, type Word, words } from "../text/analyze.ts";
import type { Draft, NearNote, Span } from "./draft.ts";

/** Most words of a title that can be named, as in `namedNotes`. */
const LONGEST_NAME = 6;
/** Words of a draft that are searched for titles, and more letters than they have with their spaces. */
const READ_WORDS = 2_000;
const READ_CHARACTERS = 20_000;
const SENTENCE_END = /[.!?;:]\s|\n/;
const CAPITAL = /^\p{Lu}/u;

/** A draft's words by their stems, field by field. */
interface NamingText {
  placesOf(title: string): Span | null;
}

interface Field {
  readonly field: Span["field"];
  readonly text: string;
  readonly words: readonly Word[];
  readonly starts: ReadonlyMap<string, readonly number[]>;
}

/** Reads a draft for the titles of other notes that it names. */
function namingText({ title, content }: Pick<Draft, "title" | "content">): NamingText {
  const fields = [readField("title", title), ...(content === null ? [] : [readField("content", content)])];
  return {
    placesOf(name) {
      const nameWords = words(name.slice(0, READ_CHARACTERS));
      if (nameWords.length === 0 || nameWords.length > LONGEST_NAME || titleKey(name) === "") return null;
      const isDistinct = nameWords.filter((word) => !isStopWord(word.text)).length > 1;
      for (const field of fields) {
        const span = findName(field, nameWords, isDistinct);
        if (span !== null) return span;
      }
      return null;
    },
  };
}

/** Returns the notes that the draft names, in their order, with the place. */
export function namedIn(draft: Draft, near: readonly NearNote[]): { readonly note: NearNote; readonly span: Span }[] {
  const text = namingText(draft);
  const ownKey = titleKey(draft.title);
  return near.flatMap((note) => {
    const span = titleKey(note.title) === ownKey ? null : text.placesOf(note.title);
    return span === null ? [] : [{ note, span }];
  });
}

function readField(field: Span["field"], text: string): Field {
  const read = words(text.slice(0, READ_CHARACTERS)).slice(0, READ_WORDS);
  const starts = new Map<string, number[]>();
  for (const [place, { stem }] of read.entries()) {
    const places = starts.get(stem);
    if (places) places.push(place);
    else starts.set(stem, [place]);
  }
  return { field, text, words: read, starts };
}

function findName(
  { field, text, words: read, starts }: Field,
  name: readonly Word[],
  isDistinct: boolean,
): Span | null {
  for (const place of starts.get(name[0]!.stem) ?? []) {
    const isHere = name.every(({ stem }, offset) => read[place + offset]?.stem === stem);
    const [first, last] = [read[place]!, read[place + name.length - 1]];
    if (!isHere || last === undefined) continue;
    const raw = text.slice(first.start, last.end);
    // A single word names a note only where it is raw as a name.
    const isName =
      isDistinct ||
      (CAPITAL.test(raw) && place > 0 && !SENTENCE_END.test(text.slice(read[place - 1]!.end, first.start)));
    if (isName && !SENTENCE_END.test(raw)) return { field, start: first.start, end: last.end };
  }
  return null;
}
