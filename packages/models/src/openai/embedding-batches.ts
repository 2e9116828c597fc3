const MOST_TEXTS = 96;
/** A token is a byte or more, so this stays below the 300,000 tokens that OpenAI takes at once. */
const MOST_BYTES = 250_000;

/** Divides texts into what one request may carry, in order. */
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

/** The front of a text, ending with a whole character; an empty text, which servers refuse, becomes a space. */
export function cutText(text: string, maxBytes: number): string {
  if (text === "") return " ";
  if (Buffer.byteLength(text) <= maxBytes) return text;
  // A decoder that expects more holds the beginning of a character back.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes), { stream: true });
}
