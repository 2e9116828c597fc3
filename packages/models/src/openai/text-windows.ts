const SHORTEST_BYTES = 250;
const KINDS = 10;

/**
 * How much of a text a model reads, in bytes. Models count tokens, and a byte of one text can be ten times the tokens
 * of another's. So a limit found with one text applies only to texts that are as dense or denser: a note in
 * Chinese or of symbols does not shorten plain English.
 */
export interface TextWindows {
  bytesOf(text: string): number;
  /** For texts that were too long: halves the window at the density of the longest, or returns null if too short. */
  shorter(texts: readonly string[]): TextWindows | null;
}

export function createTextWindows(mostBytes: number): TextWindows {
  return windowsOf(Array.from({ length: KINDS + 1 }, () => mostBytes));
}

/** `bytes`: the windows by density, the plainest first. */
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

/** Returns a text's density: 0 for only ASCII letters and spaces, `KINDS` for none of them. */
function kindOf(text: string): number {
  const length = Buffer.byteLength(text);
  return length === 0 ? 0 : Math.round((KINDS * (length - plainLetters(text))) / length);
}

/** Estimates the tokens that are read: a token is about four plain letters, or one byte of anything else. */
function aboutTokens(text: string, mostBytes: number): number {
  const length = Math.min(Buffer.byteLength(text), mostBytes);
  return length * (0.25 + (0.75 * kindOf(text)) / KINDS);
}

function plainLetters(text: string): number {
  return text.replace(/[^A-Za-z ]+/g, "").length;
}
