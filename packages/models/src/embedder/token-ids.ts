const FIRST_PREFIX = 4_096;
const PREFIX_GROWTH = 4;
/**
 * Cutting a text changes only the tokens of its last word, of which WordPiece makes at most 100; the rest is for a
 * special token that is cut in the middle. Of a word without end, SentencePiece's tokens are the same again within a
 * few characters of the cut.
 */
const TAIL_TOKENS = 128;

export type TokenIds = (text: string) => number[];

/**
 * Creates a function that returns a text's ids, at most `maxTokens` with those that begin and end it. It reads only as
 * much of a long text as needed; the ids are the same as for the whole text.
 */
export function createTokenIds(encode: TokenIds, maxTokens: number): TokenIds {
  const enough = maxTokens + TAIL_TOKENS;
  return (text) => {
    let length = FIRST_PREFIX;
    let ids = encode(text.slice(0, length));
    while (ids.length < enough && length < text.length) {
      length *= PREFIX_GROWTH;
      ids = encode(text.slice(0, length));
    }
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!];
  };
}
