// A word is letters, marks and digits, joined inside by one of . _ ' ’ & or by nothing else; c++ and c# keep their signs.
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[._'’&][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*(?:\+\+|#)?/uy;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const SIGNED_END = /^[a-z0-9]+(?:\+\+|#)$/i;
const SEGMENTER = new Intl.Segmenter("und", { granularity: "word" });

const ASCII_END = 128;
const [PLUS, HASH] = [43, 35];
const [OTHER, LETTER, JOINER] = [0, 1, 2];
const KINDS = Uint8Array.from({ length: ASCII_END }, (_, code) => kindOf(String.fromCharCode(code)));

/** The words of a text as they are written, in order, each with where it begins. Most are ASCII, and need no regular expression. */
export function scanWords(text: string, visit: (raw: string, start: number) => void): void {
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code < ASCII_END && KINDS[code] !== LETTER) {
      at++;
      continue;
    }
    const asciiEnd = endOfAscii(text, at);
    const end = asciiEnd ?? endOfAny(text, at);
    if (asciiEnd !== null) visit(text.slice(at, end), at);
    else if (end > at) visitAny(text.slice(at, end), at, visit);
    at = end > at ? end : at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
  }
}

/** Where the word ends that begins here; null when it takes more than ASCII to tell. */
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

/** The same by all of Unicode; the start itself when no word begins here. */
function endOfAny(text: string, start: number): number {
  WORD.lastIndex = start;
  return WORD.test(text) ? WORD.lastIndex : start;
}

function visitAny(raw: string, start: number, visit: (raw: string, start: number) => void): void {
  if (!UNSPACED.test(raw)) return visit(raw, start);
  for (const { segment, index, isWordLike } of SEGMENTER.segment(raw)) {
    if (!isWordLike) continue;
    // The segmenter takes the signs of c++ and c# for punctuation.
    const isAscii = raw.charCodeAt(index) < ASCII_END;
    const signed = isAscii && SIGNED_END.test(raw.slice(index));
    visit(signed ? raw.slice(index) : segment, start + index);
  }
}

function kindOf(sign: string): number {
  return /[a-z0-9]/i.test(sign) ? LETTER : "._'&".includes(sign) ? JOINER : OTHER;
}
