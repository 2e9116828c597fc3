// A word is letters, marks and digits, joined inside by one of . _ ' ’ & or by nothing else; c++ and c# keep their signs.
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[._'’&][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*(?:\+\+|#)?/uy;
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const SIGNED_END = /^[a-z0-9]+(?:\+\+|#)$/i;
const SEGMENTER = new Intl.Segmenter("und", { granularity: "word" });

const SEGMENTED_AT_ONCE = 2_000;
const BETWEEN_RUNS = "\n";

const ASCII_END = 128;
const [PLUS, HASH] = [43, 35];
const [OTHER, LETTER, JOINER] = [0, 1, 2];
const KINDS = Uint8Array.from({ length: ASCII_END }, (_, code) => kindOf(String.fromCharCode(code)));

/** Visits the words of a text as written, in order, with their starts. ASCII words need no regular expressions. */
export function scanWords(text: string, visit: (raw: string, start: number) => void): void {
  const unspacedRuns = createUnspacedRuns(visit);
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code < ASCII_END && KINDS[code] !== LETTER) {
      at++;
      continue;
    }
    const asciiEnd = endOfAscii(text, at);
    const end = asciiEnd ?? endOfAny(text, at);
    if (end > at) {
      const raw = text.slice(at, end);
      if (asciiEnd === null && UNSPACED_SCRIPT.test(raw)) unspacedRuns.add(raw, at);
      else unspacedRuns.pass(raw, at);
    }
    at = end > at ? end : at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
  }
  unspacedRuns.end();
}

/** Returns the end of the word that begins at `start`; null when that depends on non-ASCII characters. */
function endOfAscii(text: string, start: number): number | null {
  const length = text.length;
  let at = start;
  let code = 0;
  for (;;) {
    while (at < length && (code = text.charCodeAt(at)) < ASCII_END && KINDS[code] === LETTER) at++;
    if (at === length) return at;
    if (code >= ASCII_END) return null;
    if (KINDS[code] !== JOINER || at + 1 === length) break;
    const next = text.charCodeAt(at + 1);
    if (next >= ASCII_END) return null;
    if (KINDS[next] !== LETTER) break;
    at++;
  }
  if (code === HASH) return at + 1;
  return code === PLUS && at + 1 < length && text.charCodeAt(at + 1) === PLUS ? at + 2 : at;
}

/** Returns the end of the word by Unicode rules; `start` itself when no word begins there. */
function endOfAny(text: string, start: number): number {
  WORD.lastIndex = start;
  return WORD.test(text) ? WORD.lastIndex : start;
}

interface Run {
  readonly raw: string;
  readonly start: number;
  readonly isUnspaced: boolean;
}

/**
 * Finds the words in runs without spaces, many runs per call of the segmenter: a call costs as much as forty
 * letters. Line breaks separate the runs, as no word spans one.
 */
function createUnspacedRuns(visit: (raw: string, start: number) => void) {
  let runs: Run[] = [];
  let length = 0;

  function visitWords(segments: Iterator<Intl.SegmentData>): void {
    let place = 0;
    let next = segments.next();
    for (const { raw, start, isUnspaced } of runs) {
      if (!isUnspaced) {
        visit(raw, start);
        continue;
      }
      for (; !next.done && next.value.index < place + raw.length; next = segments.next()) {
        if (!next.value.isWordLike) continue;
        const index = next.value.index - place;
        // The segmenter treats the signs of c++ and c# as punctuation.
        const hasSign = raw.charCodeAt(index) < ASCII_END && SIGNED_END.test(raw.slice(index));
        visit(hasSign ? raw.slice(index) : next.value.segment, start + index);
      }
      place += raw.length + BETWEEN_RUNS.length;
    }
  }

  function end(): void {
    if (runs.length === 0) return;
    const unspacedTexts = runs.filter((run) => run.isUnspaced).map(({ raw }) => raw);
    visitWords(SEGMENTER.segment(unspacedTexts.join(BETWEEN_RUNS))[Symbol.iterator]());
    runs = [];
    length = 0;
  }

  return {
    add(raw: string, start: number): void {
      runs.push({ raw, start, isUnspaced: true });
      length += raw.length;
      if (length >= SEGMENTED_AT_ONCE) end();
    },
    /** Adds a word that needs no segmenting, so that the order is kept. */
    pass(raw: string, start: number): void {
      if (runs.length === 0) visit(raw, start);
      else runs.push({ raw, start, isUnspaced: false });
    },
    end,
  };
}

function kindOf(sign: string): number {
  return /[a-z0-9]/i.test(sign) ? LETTER : "._'&".includes(sign) ? JOINER : OTHER;
}
