import { Tokenizer } from "@huggingface/tokenizers";

const FIRST_PREFIX = 4_096;
const PREFIX_GROWTH = 4;
/**
 * Cutting a text changes only the tokens of its last word, of which WordPiece makes at most 100; the rest is for a
 * special token that is cut in the middle.
 */
const TAIL_TOKENS = 128;

export type TokenIds = (text: string) => number[];

/**
 * Creates a function that returns a text's ids for a BERT model, at most `maxTokens` with [CLS] and [SEP]. It reads
 * only as much of a long text as needed; the ids are the same as for the whole text.
 */
export function createTokenIds(tokenizer: object, config: object, maxTokens: number): TokenIds {
  const encoder = new Tokenizer(tokenizer, config);
  const enough = maxTokens + TAIL_TOKENS;
  return (text) => {
    let length = FIRST_PREFIX;
    let ids = encoder.encode(text.slice(0, length)).ids;
    while (ids.length < enough && length < text.length) {
      length *= PREFIX_GROWTH;
      ids = encoder.encode(text.slice(0, length)).ids;
    }
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!];
  };
}
