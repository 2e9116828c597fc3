const MOST_TEXTS = 96;
/** A token is a byte or more, so this stays below the 300,000 tokens that OpenAI takes at once. */
const MOST_BYTES = 250_000;

/** Divides texts into requests of allowed size, in order. */
export function embeddingBatches(texts: readonly string[], maxTextBytes: number): string[][] {
  const batches: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = Math.min(Buffer.byteLength(text), maxTextBytes);
    const current = batches.at(-1);
    if (current === undefined || current.length === MOST_TEXTS || bytes + size > MOST_BYTES) {
      batches.push([text]);
      bytes = size;
    } else {
      current.push(text);
      bytes += size;
    }
  }
  return batches;
}

/** Cuts a text after a whole character. An empty text, which servers refuse, becomes a space. */
export function cutText(text: string, maxBytes: number): string {
  if (text === "") return " ";
  if (Buffer.byteLength(text) <= maxBytes) return text;
  // With `stream` the decoder leaves out an incomplete character at the end.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes), { stream: true });
}
