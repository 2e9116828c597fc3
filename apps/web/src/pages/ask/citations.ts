/** A part of an answer: text, or a citation `[n]` with the statement that it supports. */
export type AnswerPart = { readonly text: string } | { readonly number: number; readonly statement: string };

const MARK = / ?\[(\d{1,3})\]/g;
/** Most characters before a citation searched for its statement, so that many citations stay cheap. */
const REACH = 1_000;

/** Splits an answer into parts. A citation's statement is the sentence before it, or the one that contains it. */
export function readCitations(text: string): AnswerPart[] {
  const parts: AnswerPart[] = [];
  let end = 0;
  for (const mark of text.matchAll(MARK)) {
    if (mark.index > end) parts.push({ text: text.slice(end, mark.index) });
    parts.push({
      number: Number(mark[1]),
      statement: lastSentence(text.slice(Math.max(0, mark.index - REACH), mark.index)),
    });
    end = mark.index + mark[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** Returns an answer without its citation marks. */
export function withoutCitations(text: string): string {
  return text.replace(MARK, "");
}

/** Returns the whole statement of a citation of which only the end is known, as Markdown splits its text. */
export function wholeStatement(answer: readonly AnswerPart[], number: number, part: string): string {
  const statements = answer.flatMap((one) => ("number" in one && one.number === number ? one.statement : []));
  return statements.find((statement) => statement.endsWith(part)) ?? statements[0] ?? part;
}

function lastSentence(text: string): string {
  const plain = withoutCitations(text).trimEnd();
  const quotation = /“([^“”]+)”[.,]?$/.exec(plain)?.[1];
  if (quotation) return plainOf(quotation);
  const sentences = plain.split(/(?<=[.!?]["”]?)\s+|\n+/);
  return plainOf(sentences.at(-1)!);
}

/** Removes Markdown marks and quotation marks. */
function plainOf(sentence: string): string {
  return sentence.replace(/^(?:[-*>]|\d+\.)\s+|["“”*`]/g, "").trim();
}
