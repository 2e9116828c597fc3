import { DAY_MS } from "@knote/contract";
import { datesIn, type TimeSpan } from "../text/dates.ts";
import type { TimeOfQuestion } from "./time-of-question.ts";

/** Added to a score of 0…1; measurements in docs/adr/0005. */
const SPAN_WEIGHT = 0.2;
const ORDER_WEIGHT = 0.15;
/** Orders only notes that are otherwise equal. */
const TIE_WEIGHT = 0.01;
const MONTH_MS = 32 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

/** A note's passage with its date and importance. */
export interface DatedPassage {
  readonly title: string;
  readonly passage: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly importance: number;
  /** The fused score, 0…1: weights the order bonus, so that a recent note off the topic does not win. */
  readonly score: number;
}

/**
 * Returns a bonus for each text: for being about the time asked for, for being the newest or oldest where that is asked
 * for, and, a hundredth at most, for importance and recency. A text is about the days and months that it names or,
 * when it names none, about the time it was written.
 */
export function timeBonus(time: TimeOfQuestion, texts: readonly DatedPassage[], now: number): number[] {
  const asksForTime = time.spans.length > 0 || time.order !== null;
  const spans = asksForTime ? texts.map(spansOf) : texts.map(() => []);
  const order = placesInOrder(time.order, spans);
  return texts.map((text, index) => {
    const inTime = spans[index]!.some((span) => time.spans.some((askedSpan) => isAbout(span, askedSpan)));
    const recency = 2 ** (-Math.max(0, now - Date.parse(text.createdAt)) / YEAR_MS);
    return (
      (inTime ? SPAN_WEIGHT : 0) +
      ORDER_WEIGHT * order[index]! * text.score +
      TIE_WEIGHT * ((text.importance + recency) / 2)
    );
  });
}

/** Returns the days and months that a text names; a year alone is too vague. */
function spansOf({ title, passage, createdAt }: DatedPassage): TimeSpan[] {
  const namedSpans = datesIn(`${title}\n${passage}`).filter(({ from, to }) => to - from <= MONTH_MS);
  const writtenAt = Date.parse(createdAt);
  return namedSpans.length > 0 ? namedSpans : [{ from: writtenAt, to: writtenAt + 1 }];
}

function isAbout(span: TimeSpan, askedSpan: TimeSpan): boolean {
  return span.from < askedSpan.to && span.to > askedSpan.from;
}

/** Returns 1 for the first in the order asked for, down to 0 for the last; all 0 without an order. */
function placesInOrder(order: TimeOfQuestion["order"], spans: readonly (readonly TimeSpan[])[]): number[] {
  if (order === null || spans.length < 2) return spans.map(() => 0);
  const times = spans.map((own) =>
    order === "newest" ? Math.max(...own.map(({ to }) => to)) : -Math.min(...own.map(({ from }) => from)),
  );
  return times.map((time) => times.filter((other) => other < time).length / (times.length - 1));
}
