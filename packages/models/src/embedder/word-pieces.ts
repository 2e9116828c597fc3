import { Tokenizer } from "@huggingface/tokenizers";
import type { TokenIds } from "./token-ids.ts";

/** Creates a function that returns a text's ids for a BERT model, [CLS] and [SEP] included. */
export function createWordPieces(tokenizer: object, config: object): TokenIds {
  const encoder = new Tokenizer(tokenizer, config);
  return (text) => encoder.encode(text).ids;
}
