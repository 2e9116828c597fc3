import { DAY_MS } from "@knote/contract";
import { dayOf } from "../../../kit/days.ts";

const FIRST_SPAN_DAYS = 30;
const WIDER = 4;

/**
 * Finds the UTC day of the first note; null without notes. `newestBefore` returns when the newest note before a day was
 * written. The list of notes can only be read from its newest end, so this looks back in leaps, then halves the rest.
 */
export async function findFirstDay(
  newestBefore: (day: string) => Promise<string | null>,
  now: number,
): Promise<string | null> {
  const lookBefore = async (time: number): Promise<number | null> => {
    const createdAt = await newestBefore(dayOf(time));
    return createdAt === null ? null : startOf(Date.parse(createdAt));
  };
  let first = await lookBefore(startOf(now) + DAY_MS);
  if (first === null) return null;
  // No note was written before this time.
  let start = 0;
  for (let span = FIRST_SPAN_DAYS * DAY_MS; span < first; span *= WIDER) {
    const time = first - span;
    const earlier = await lookBefore(time);
    if (earlier === null) {
      start = time;
      break;
    }
    first = earlier;
  }
  while (start < first) {
    const middle = start + Math.ceil((first - start) / DAY_MS / 2) * DAY_MS;
    const earlier = await lookBefore(middle);
    if (earlier === null) start = middle;
    else first = earlier;
  }
  return dayOf(first);
}

function startOf(time: number): number {
  return time - (time % DAY_MS);
}
