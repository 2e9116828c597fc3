/** A part of an answer: words, or a citation `[n]` with what it stands behind. */
export type AnswerPart = { readonly text: string } | { readonly number: number; readonly statement: string };

const MARK = / ?\[(\d{1,3})\]/g;
/** A statement is looked for so far before its citation: many citations are read without reading all again for each. */
const REACH = 1_000;

/** An answer's text in parts. A citation's statement is the sentence before it, or the one that it stands in. */
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

/** An answer without its marks. */
export function withoutCitations(text: string): string {
  return text.replace(MARK, "");
}

/** The statement of a citation whose text is only known from the last mark-up on: the answer's one that ends in it. */
export function wholeStatement(answer: readonly AnswerPart[], number: number, part: string): string {
  const statements = answer.flatMap((one) => ("number" in one && one.number === number ? one.statement : []));
  return statements.find((statement) => statement.endsWith(part)) ?? statements[0] ?? part;
}

function lastSentence(text: string): string {
  const plain = withoutCitations(text).trimEnd();
  const quoted = /“([^“”]+)”[.,]?$/.exec(plain)?.[1];
  if (quoted) return plainOf(quoted);
  const sentences = plain.split(/(?<=[.!?]["”]?)\s+|\n+/);
  return plainOf(sentences.at(-1)!);
}

/** Without marks of Markdown and of quoting. */
function plainOf(sentence: string): string {
  return sentence.replace(/^(?:[-*>]|\d+\.)\s+|["“”*`]/g, "").trim();
}
