export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Least share of a statement's words that its passage must contain. */
const ENOUGH = 0.5;
/** Shorter words are in every sentence. */
const SHORTEST_WORD = 3;

/** Finds a statement in a text: literally, or else the sentence that shares most of its words. */
export function findPassage(text: string, statement: string): Span | null {
  const quote = statement.trim();
  if (quote === "") return null;
  const at = text.indexOf(quote);
  if (at >= 0) return { start: at, end: at + quote.length };
  const words = wordsOf(quote);
  let best: { readonly span: Span; readonly share: number } | null = null;
  for (const { segment, index } of sentences.segment(text)) {
    const own = wordsOf(segment);
    const share = words.size === 0 ? 0 : words.intersection(own).size / Math.min(words.size, Math.max(own.size, 4));
    if (share >= ENOUGH && share > (best?.share ?? 0)) best = { span: trimSpan(segment, index), share };
  }
  return best?.span ?? null;
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST_WORD));
}

function trimSpan(segment: string, index: number): Span {
  const start = index + segment.length - segment.trimStart().length;
  return { start, end: start + segment.trim().length };
}
