/** A quote within its sentence. */
export interface EvidenceParts {
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

/** Most characters shown on either side of a quote. */
const MOST_AROUND = 160;

/** Returns the quote with the rest of its sentence; the quote alone where the text does not have it. */
export function evidenceParts(text: string, quote: string): EvidenceParts {
  const at = text.indexOf(quote);
  if (at < 0) return { before: "", quote, after: "" };
  const end = at + quote.length;
  const sentences = [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(text)];
  const first = sentences.findLast(({ index }) => index <= at)?.index ?? 0;
  const next = sentences.find(({ index }) => index >= end)?.index ?? text.length;
  const before = text.slice(first, at).trimStart();
  const after = text.slice(end, next).trimEnd();
  return {
    before: before.length > MOST_AROUND ? `… ${before.slice(-MOST_AROUND).replace(/^[\udc00-\udfff]/, "")}` : before,
    quote,
    after: after.length > MOST_AROUND ? `${after.slice(0, MOST_AROUND).replace(/[\ud800-\udbff]$/, "")} …` : after,
  };
}
