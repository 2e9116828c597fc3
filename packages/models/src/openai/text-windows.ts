const SHORTEST_BYTES = 250;
const KINDS = 10;

/**
 * How much of a text a model reads, in bytes. Models count tokens, and a byte of one text can be ten times the tokens
 * of another's: so what a text taught is remembered for texts that are as dense, and no note in Chinese, and none
 * made of signs, shortens what is read of plain English.
 */
export interface TextWindows {
  bytesOf(text: string): number;
  /** After these were too long together: half for texts as dense as the one that has most tokens. Null when that is too little. */
  shorter(texts: readonly string[]): TextWindows | null;
}

export function createTextWindows(mostBytes: number): TextWindows {
  return windowsOf(Array.from({ length: KINDS + 1 }, () => mostBytes));
}

/** By density, the plainest first. */
function windowsOf(bytes: readonly number[]): TextWindows {
  const bytesOf = (text: string) => bytes[kindOf(text)]!;
  return {
    bytesOf,
    shorter(texts) {
      const sizes = texts.map((text) => ({ kind: kindOf(text), tokens: aboutTokens(text, bytesOf(text)) }));
      const { kind } = sizes.reduce((one, other) => (other.tokens > one.tokens ? other : one));
      const half = Math.floor(bytes[kind]! / 2);
      if (half < SHORTEST_BYTES) return null;
      return windowsOf(bytes.map((most, place) => (place >= kind ? Math.min(most, half) : most)));
    },
  };
}

/** 0 of nothing but letters and spaces of ASCII, up to `KINDS` of nothing else. */
function kindOf(text: string): number {
  const length = Buffer.byteLength(text);
  return length === 0 ? 0 : Math.round((KINDS * (length - plainLetters(text))) / length);
}

/** What is read of it: a token is about four plain letters, or a byte of anything else. */
function aboutTokens(text: string, mostBytes: number): number {
  const length = Math.min(Buffer.byteLength(text), mostBytes);
  return length * (0.25 + (0.75 * kindOf(text)) / KINDS);
}

function plainLetters(text: string): number {
  return text.replace(/[^A-Za-z ]+/g, "").length;
}
