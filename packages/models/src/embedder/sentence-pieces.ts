import { Tokenizer } from "@huggingface/tokenizers";
import { createPieceTable, type PieceTable } from "./piece-table.ts";

/** A character without a piece scores this much less than the least piece, as in SentencePiece. */
const UNKNOWN_PENALTY = 10;
/** Stands for the blank before a word. */
const BLANK = "▁";
/** The library exports its normalizers without types: this is the least tokenizer with the one of XLM-RoBERTa. */
const NORMALIZER_ALONE = {
  normalizer: { type: "Precompiled" },
  pre_tokenizer: null,
  post_processor: null,
  decoder: null,
  added_tokens: [],
  model: { type: "Unigram", unk_id: 0, vocab: [["<unk>", 0]] },
};
const FIRST_ID = 0;
const LAST_ID = 2;

/**
 * Creates a function that returns a text's ids as XLM-RoBERTa's tokenizer does, `<s>` and `</s>` included. `data` is
 * the vocabulary as `pieces.bin` holds it. The tokenizer library builds a trie of objects instead, which takes four
 * seconds and 300 MB for 250,000 pieces (docs/adr/0031).
 */
export function createSentencePieces(data: Buffer): (text: string) => number[] {
  const pieces = createPieceTable(data);
  const { normalizer } = new Tokenizer(NORMALIZER_ALONE, {});
  return (text) => {
    const normalizedText: string = normalizer!.normalize(text);
    const words = normalizedText.split(/\s+/).filter(Boolean);
    return [FIRST_ID, ...words.flatMap((word) => wordIds(pieces, word)), LAST_ID];
  };
}

/** Returns the pieces with the greatest sum of scores that together are the word (Viterbi's algorithm). */
function wordIds(pieces: PieceTable, word: string): number[] {
  const text = Buffer.from(BLANK + word);
  const best = new Float64Array(text.length + 1).fill(-Infinity);
  const starts = new Int32Array(text.length + 1);
  const ids = new Int32Array(text.length + 1);
  best[0] = 0;
  const offer = (start: number, end: number, id: number, score: number): void => {
    if (best[start]! + score <= best[end]!) return;
    best[end] = best[start]! + score;
    starts[end] = start;
    ids[end] = id;
  };
  for (let start = 0; start < text.length; start = nextCharacter(text, start)) {
    offer(start, nextCharacter(text, start), pieces.unknownId, pieces.leastScore - UNKNOWN_PENALTY);
    pieces.findAll(text, start, (id, length) => offer(start, start + length, id, pieces.scores[id]!));
  }
  return bestPath(text.length, starts, ids, pieces.unknownId);
}

function nextCharacter(text: Buffer, place: number): number {
  let next = place + 1;
  while (next < text.length && (text[next]! & 0xc0) === 0x80) next++;
  return next;
}

/** Unknown characters in a row are one piece. */
function bestPath(length: number, starts: Int32Array, ids: Int32Array, unknownId: number): number[] {
  const reversedIds: number[] = [];
  for (let end = length; end > 0; end = starts[end]!)
    if (ids[end] !== unknownId || reversedIds.at(-1) !== unknownId) reversedIds.push(ids[end]!);
  return reversedIds.toReversed();
}
