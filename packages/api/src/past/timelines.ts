import type { ServiceContext } from "../context.ts";
import { beginTurn } from "../kit/in-turns.ts";
import { titleKey } from "../text/analyze.ts";
import { archivedThen } from "./archived-then.ts";
import { earlierRevisions } from "./earlier-revisions.ts";
import { pastRevisions } from "./past-notes.ts";

type Reader = Pick<ServiceContext, "storage" | "actor">;

/** Notes whose revisions are read at a time. */
const NOTES_AT_ONCE = 200;

/** What held from a time until the span before it in the list begins; the newest comes first. */
export type Timeline<Value> = readonly { readonly from: string; readonly value: Value }[];

/** Returns what held at the time; undefined before the first span. */
export function valueAt<Value>(timeline: Timeline<Value>, at: string): Value | undefined {
  return timeline.find(({ from }) => from <= at)?.value;
}

/**
 * Returns by note whether it was archived at the moments, which are sorted; null where it was as it is now. Each
 * revision is read once, however many of the moments it lasted.
 */
export async function archiveTimelines(
  ctx: Reader,
  changedAt: ReadonlyMap<string, string>,
  moments: readonly string[],
): Promise<Map<string, Timeline<boolean | null>>> {
  const timelines = new Map<string, { from: string; value: boolean | null }[]>();
  const idsByMoment = moments.map((): string[] => []);
  const waitFor = (id: string, from: string, beforePlace: number) => {
    const place = moments.findLastIndex((moment, index) => index < beforePlace && moment < from);
    if (place >= 0) idsByMoment[place]!.push(id);
  };
  for (const [id, from] of changedAt) {
    timelines.set(id, [{ from, value: null }]);
    waitFor(id, from, moments.length);
  }
  for (const [place, moment] of [...moments.entries()].toReversed()) {
    const ids = idsByMoment[place]!;
    for (let start = 0; start < ids.length; start += NOTES_AT_ONCE) {
      const revisions = await pastRevisions(ctx, ids.slice(start, start + NOTES_AT_ONCE), moment);
      for (const [id, revision] of revisions) {
        timelines.get(id)!.push({ from: revision.updated_at, value: await archivedThen(ctx, revision) });
        waitFor(id, revision.updated_at, place);
      }
    }
  }
  return timelines;
}

/**
 * Returns by note when the claim of a time was worded, from `since` on; null while it had never been reworded. The
 * revisions tell by their titles.
 */
export async function claimTimelines(
  ctx: Reader,
  ids: Iterable<string>,
  since: string,
): Promise<Map<string, Timeline<string | null>>> {
  const timelines = new Map<string, Timeline<string | null>>();
  const turn = beginTurn();
  for (const id of ids) {
    if (turn.isOver()) await turn.next();
    const timeline: { from: string; value: string | null }[] = [];
    for await (const at of claimTimes(ctx, id)) {
      timeline.push({ from: at, value: at });
      if (at <= since) break;
    }
    timelines.set(id, [...timeline, { from: "", value: null }]);
  }
  return timelines;
}

/** Yields when a note's claim was reworded, newest first. */
async function* claimTimes(ctx: Reader, id: string): AsyncGenerator<string> {
  let later: { readonly key: string; readonly at: string } | null = null;
  for await (const { title, updated_at } of earlierRevisions(ctx, id)) {
    const key = titleKey(title);
    if (later !== null && later.key !== key) yield later.at;
    later = { key, at: updated_at };
  }
}
