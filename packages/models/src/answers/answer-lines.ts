import type { AnswerPart, AnswerRequest } from "@knote/api";
import { NO_ANSWER } from "./answerable.ts";
import { dayName } from "./dates.ts";
import { clip } from "./quote.ts";

const CHARACTERS_A_TOKEN = 4;
const LONGEST_QUOTE = 500;
const SHORTEST_QUOTE = 24;
/** The service's limit of sources per answer. */
const MOST_SOURCES = 8;

interface AnswerLine {
  readonly text: string;
  /** Passage numbers that the text cites, from 1. */
  readonly cites: readonly number[];
}

/** Makes a line of at most `room` characters; null when the room is too small. */
export type MakeLine = (room: number) => AnswerLine | null;

export interface Quotation {
  readonly text: string;
  /** Further sentences of the same note, each in quotation marks of its own. */
  readonly details?: readonly string[];
  /** Indexes from 0 of the passages that support the text. */
  readonly passages: readonly number[];
  /** Precedes the quotation: the answer in a few words. */
  readonly lead?: string;
  /** Follows the quotation, before its citation. */
  readonly remark?: string;
}

/** Joins `before`, the cited quotations with `between` in the gaps, and `after`. */
export function quoteLine(
  quotations: readonly Quotation[],
  frame: { before?: string; between?: string; after?: string } = {},
): MakeLine {
  const { before = "", between = " ", after = "" } = frame;
  const endings = quotations.map(citationOf);
  const leads = quotations.map(({ lead }) => (lead === undefined ? "" : `${lead}: `));
  const texts = quotations.map(({ text, details = [] }) => [text, ...details]);
  const count = texts.flat().length;
  const fixedLength = `${before}${leads.join("")}${endings.join(between)}${after}${"“” ".repeat(count)}`.length;
  return (room) => {
    const share = Math.min(LONGEST_QUOTE, Math.floor((room - fixedLength) / count));
    const isTight = share < SHORTEST_QUOTE && texts.flat().some((text) => text.length > share);
    if (isTight) return count > quotations.length ? withoutDetails(room) : null;
    const quotes = texts.map((own, index) => {
      const marks = own.map((text) => `“${clip(text, share)}”`).join(" ");
      return `${leads[index]}${marks}${endings[index]}`;
    });
    return {
      text: `${before}${quotes.join(between)}${after}`,
      cites: quotations.flatMap(({ passages }) => passages.map((passage) => passage + 1)),
    };
  };
  function withoutDetails(room: number): AnswerLine | null {
    return quoteLine(
      quotations.map(({ details: _, ...quotation }) => quotation),
      frame,
    )(room);
  }
}

/** Puts a heading above the line; without room for the line there is no heading either. */
export function under(heading: string, makeLine: MakeLine): MakeLine {
  return (room) => {
    const line = makeLine(room - heading.length - 1);
    return line && { text: `${heading}\n${line.text}`, cites: line.cites };
  };
}

/**
 * Streams the lines that fit into the answer's size and number of sources, then the numbers they cite. If no line
 * fits, gives `noAnswer`. Of a past time, the text begins with its day.
 */
export async function* streamLines(
  lines: readonly MakeLine[],
  { maxTokens, asOf, signal }: AnswerRequest,
  noAnswer = NO_ANSWER,
): AsyncGenerator<AnswerPart> {
  let room = maxTokens * CHARACTERS_A_TOKEN;
  const opening = asOf === undefined ? "" : `As of ${dayName(new Date(asOf))}: `;
  let separator = opening;
  let citedNumbers: ReadonlySet<number> = new Set();
  for (const makeLine of lines) {
    signal?.throwIfAborted();
    const line = makeLine(room - separator.length);
    const citedWithLine = new Set([...citedNumbers, ...(line?.cites ?? [])]);
    if (line === null || citedWithLine.size > MOST_SOURCES) continue;
    const text = separator + line.text;
    room -= text.length;
    separator = "\n";
    citedNumbers = citedWithLine;
    yield { text };
  }
  signal?.throwIfAborted();
  if (citedNumbers.size === 0) yield { text: `${opening}${noAnswer}`.slice(0, room) };
  yield { cited: [...citedNumbers].sort((a, b) => a - b) };
}

function citationOf({ passages, remark }: Quotation): string {
  const marks = passages.map((passage) => `[${passage + 1}]`).join(" ");
  return remark === undefined ? ` ${marks}` : ` (${remark}) ${marks}`;
}
