const END = /\n+|[.!?…]+["'”’)*_]*(?=\s|$)|[。！？]+["'”’」』）]*/g;
/** Marks may follow a full stop; they belong to the sentence before it. */
const MARKS = /^(?:[^\S\n]*[[【][^\][【】\n]{1,40}[\]】])*[^\S\n]*/;
const MARK_BEGUN = /^[[【][^\][【】\n]{0,40}$/;
/** With its marks before the full stop, none are to be expected behind it. */
const MARKED = /[\]】][.!?…。！？]+["'”’)*_]*$/;
/** What a full stop does not end a sentence after; a number must follow the last kind. */
const NO_END = /(?:^|[\s("“'])(?:\p{Lu}|mr|mrs|ms|dr|prof|sr|jr|st|vs|cf|ca|approx|e\.g|i\.e|u\.s|u\.k|z\.b|d\.h)\.$/iu;
const BEFORE_NUMBER = /(?:^|[\s("“'])(?:no|nr|vol|fig|eq|ch|sec|pp?)\.$/i;
const LIST_NUMBER = /(?:^|\n)\s*\d{1,3}\.$/;

/**
 * Takes the complete sentences from the front of a text that is still coming; lines end sentences too. Each keeps
 * the space behind it. With `last` the remainder is one as well.
 */
export function takeSentences(text: string, last: boolean): { sentences: string[]; rest: string } {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(END)) {
    const at = match.index + match[0].length;
    if (at <= start) continue;
    const end = match[0].startsWith("\n") ? at : at + MARKS.exec(text.slice(at))![0].length;
    const after = text.slice(end);
    const marked = end > at && MARKED.test(text.slice(start, at));
    if (!last && ((after === "" && !marked) || MARK_BEGUN.test(after))) break;
    if (!match[0].startsWith("\n") && goesOn(text.slice(start, match.index + 1), after)) continue;
    sentences.push(text.slice(start, end));
    start = end;
  }
  const rest = text.slice(start);
  return last && rest !== "" ? { sentences: [...sentences, rest], rest: "" } : { sentences, rest };
}

function goesOn(before: string, after: string): boolean {
  const numbered = BEFORE_NUMBER.test(before) && /^\d/.test(after);
  return numbered || NO_END.test(before) || LIST_NUMBER.test(before) || /^\p{Ll}/u.test(after);
}
