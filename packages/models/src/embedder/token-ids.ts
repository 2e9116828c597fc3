import { Tokenizer } from "@huggingface/tokenizers";

const FIRST_PREFIX = 4_096;
const PREFIX_GROWTH = 4;
/**
 * A text cut anywhere changes the tokens of its last word alone, and WordPiece makes at most 100 tokens of
 * a word; the rest is for a special token cut in the middle.
 */
const TAIL_TOKENS = 128;

export type TokenIds = (text: string) => number[];

/**
 * The ids of a text for a BERT model, [CLS] and [SEP] included, at most `maxTokens`. Of a long text only as
 * much is read as the ids need; they are the ones that all of it would give.
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
