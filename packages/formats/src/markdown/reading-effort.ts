/**
 * Limits on the parser's effort, which grows with the square of the marks in a block and with the quotes and lists
 * around each line. Real texts of 50,000 characters, full of links, tables and code, need at most three quarters.
 */
export const READING_LIMITS = {
  /** Lines plus the marks on them. */
  pieces: 4_000,
  /** Sum over all blocks of the squared number of paired marks and of starts of lists, quotes and headings. */
  pairs: 1_000_000,
  /** Depth of nested quotes and lists. */
  levels: 24,
} as const;
export type ReadingLimits = Readonly<Record<keyof typeof READING_LIMITS, number>>;

/** Marks whose counterpart the parser looks for in the block: each bracket alone, each run of `*` as one. */
const PAIRED_MARKS = /\*+|_+|~+|[[\]]/g;
const SINGLE = /`{1,3}|[<>|&\\@]|:\/\/|www\./g;
/** Entities such as `&amp;`, which browsers are slow to decode. */
const ENTITY = /&\w+;/g;
const ENTITY_PIECES = 2;
/** The start of a quote, list item, heading, rule or footnote. */
const LINE_START = /^[ \t]*(?:[>#=]|[-+*]|\d{1,9}[.)]|\[\^)/;
const START_PIECES = 2;
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))*[ \t]*/;
const CONTAINER = />|[-+*]|\d+[.)]/g;
/** Added cost per line for each quote or list around it. */
const LEVEL_PIECES = 1 / 8;

/** Whether the text can be parsed as Markdown within the effort; by default without blocking a page for long. */
export function isReadable(text: string, limits: ReadingLimits = READING_LIMITS): boolean {
  let pieces = 0;
  let pairs = 0;
  let block = EMPTY;
  for (const line of text.split(/\r\n?|\n/)) {
    const pairedMarks = countOf(PAIRED_MARKS, line);
    const starts = LINE_START.test(line) ? 1 : 0;
    const levels = levelsOf(line);
    if (line.trim() === "") {
      pairs += block.marks ** 2;
      block = EMPTY;
    }
    block = { marks: block.marks + pairedMarks + starts, levels: Math.max(block.levels, levels) };
    pieces += 1 + pairedMarks + countOf(SINGLE, line) + countOf(ENTITY, line) * ENTITY_PIECES;
    pieces += starts * START_PIECES + block.levels * LEVEL_PIECES;
    if (pieces > limits.pieces || levels > limits.levels) return false;
  }
  return pairs + block.marks ** 2 <= limits.pairs;
}

const EMPTY = { marks: 0, levels: 0 };

/** Returns an upper bound of the quotes and lists around the line: an inner list is indented by two columns more. */
function levelsOf(line: string): number {
  const start = CONTAINERS.exec(line)![0];
  const columns = start.replace(/[^ \t]/g, "").replaceAll("\t", "    ").length;
  return countOf(CONTAINER, start) + Math.floor(columns / 2);
}

function countOf(pattern: RegExp, line: string): number {
  return line.match(pattern)?.length ?? 0;
}
