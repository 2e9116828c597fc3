/**
 * What a text may ask of the parser, whose effort grows with the square of the marks that stand together, and with the
 * quotes and lists that each line stands in. Real texts of 50,000 characters, full of links, tables and code, ask for
 * three quarters of it at most.
 */
export const READING_LIMITS = {
  /** Lines, and marks on them. */
  pieces: 4_000,
  /** Marks of a block that come in pairs, and its starts of lists, quotes and headings: squared, of all blocks together. */
  pairs: 1_000_000,
  /** Quotes and lists in one another. */
  levels: 24,
} as const;

/** Marks that look for their counterpart in the block: brackets one by one, all the `*` of a run together. */
const PAIRED = /\*+|_+|~+|[[\]]/g;
const SINGLE = /`{1,3}|[<>|&\\@]|:\/\/|www\./g;
/** `&amp;`: a browser takes its time to say what each of them stands for. */
const ENTITY = /&\w+;/g;
const ENTITY_PIECES = 2;
/** Where a quote, an item, a heading, a rule or a footnote begins. */
const LINE_START = /^[ \t]*(?:[>#=]|[-+*]|\d{1,9}[.)]|\[\^)/;
const START_PIECES = 2;
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))*[ \t]*/;
const CONTAINER = />|[-+*]|\d+[.)]/g;
/** Whatever a line costs by itself, each quote or list that it stands in costs this part of it. */
const LEVEL_PIECES = 1 / 8;

/** Whether a text can be read as Markdown while the page stands still for a moment at most. */
export function isReadable(text: string): boolean {
  let pieces = 0;
  let pairs = 0;
  let block = EMPTY;
  for (const line of text.split(/\r\n?|\n/)) {
    const paired = countOf(PAIRED, line);
    const starts = LINE_START.test(line) ? 1 : 0;
    const levels = levelsOf(line);
    if (line.trim() === "") {
      pairs += block.marks ** 2;
      block = EMPTY;
    }
    block = { marks: block.marks + paired + starts, levels: Math.max(block.levels, levels) };
    pieces += 1 + paired + countOf(SINGLE, line) + countOf(ENTITY, line) * ENTITY_PIECES;
    pieces += starts * START_PIECES + block.levels * LEVEL_PIECES;
    if (pieces > READING_LIMITS.pieces || levels > READING_LIMITS.levels) return false;
  }
  return pairs + block.marks ** 2 <= READING_LIMITS.pairs;
}

const EMPTY = { marks: 0, levels: 0 };

/** At least as many as the quotes and lists that the line can stand in: an inner list is two columns further in. */
function levelsOf(line: string): number {
  const start = CONTAINERS.exec(line)![0];
  const columns = start.replace(/[^ \t]/g, "").replaceAll("\t", "    ").length;
  return countOf(CONTAINER, start) + Math.floor(columns / 2);
}

function countOf(pattern: RegExp, line: string): number {
  return line.match(pattern)?.length ?? 0;
}
