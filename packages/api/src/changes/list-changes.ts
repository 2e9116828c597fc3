import {
  CHANGE_KINDS,
  type ChangeCounts,
  type ChangeKind,
  type ChangeList,
  type ListChangesInput,
} from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { invalid } from "../errors.ts";
import { beginTurn } from "../kit/in-turns.ts";
import { sortInTurns } from "../kit/sort-in-turns.ts";
import { readMoment } from "../past/read-moment.ts";
import { timestamp } from "../time.ts";
import { findEdits } from "./find-edits.ts";
import { findLinks } from "./find-links.ts";
import { findStates } from "./find-states.ts";
import { findWritten } from "./find-written.ts";
import type { FoundChange, Period } from "./found-change.ts";
import { nameChanges } from "./name-changes.ts";

/** Returns a page of what is different in the caller's graph between two times, newest first. */
export async function listChanges(ctx: ServiceContext, input: ListChangesInput): Promise<ChangeList> {
  const period = readPeriod(ctx, input);
  const { since, until } = period;
  const place = input.cursor === undefined ? null : (decodeCursor(input.cursor, ["string"])[0] as string);
  const { changes, states } = await findChanges(ctx, period);
  const deletedCount = await ctx.storage.notes.countDeleted(ctx.actor.userId, { after: since, upTo: until });
  const byPlace = new Map<string, FoundChange>();
  const turn = beginTurn();
  for (const change of changes) {
    if (turn.isOver()) await turn.next();
    if (isListed(change, input.kind)) byPlace.set(placeOf(change), change);
  }
  const places = (await sortInTurns([...byPlace.keys()])).toReversed().filter((one) => place === null || one < place);
  const page = places.slice(0, input.limit);
  return {
    since,
    until,
    kept_since: await ctx.storage.historySince(),
    counts: { ...countKinds(changes), deleted: deletedCount },
    changes: await nameChanges(
      ctx,
      page.map((one) => byPlace.get(one)!),
      { states, until },
    ),
    next: places.length > page.length ? encodeCursor([page.at(-1)!]) : null,
  };
}

function readPeriod(ctx: ServiceContext, { since, until }: ListChangesInput): Period {
  const period = {
    since: readMoment(ctx, { name: "since", text: since, isStart: true }),
    until: until === undefined ? timestamp(ctx) : readMoment(ctx, { name: "until", text: until }),
  };
  if (period.since > period.until) throw invalid("until", "until must not be before since.");
  return period;
}

async function findChanges(ctx: ServiceContext, period: Period) {
  const { since, until } = period;
  const [{ states: before }, { states: after }] = [await ctx.past.of(ctx, since), await ctx.past.of(ctx, until)];
  const newNotes = await findWritten(ctx, period);
  const edits = await findEdits(ctx, period);
  const links = await findLinks(ctx, period);
  const writtenIds = new Set(newNotes.map(({ id }) => id));
  const ground = { ...period, before, after, edits: edits.byId, writtenIds, endedLinks: links.endedLinks };
  const lists = [newNotes, edits.changes, links.changes, await findStates(ground), await findReviews(ctx, period)];
  return { changes: lists.flat(), states: after };
}

/** Finds what needs review now, and has since a time in the period. */
async function findReviews(ctx: ServiceContext, { since, until }: Period): Promise<FoundChange[]> {
  const { reviews } = await ctx.reviews.of(ctx.storage, ctx.actor.userId);
  const openReviews = await reviews.openedBetween({ after: since, upTo: until });
  return openReviews.map(({ id, cause, since: at }) => ({ kind: "needs_review", at, id, cause }));
}

/** Plain relations are many and say little, so they are listed on demand only. */
function isListed({ kind, relation }: FoundChange, only: ChangeKind | undefined): boolean {
  return only === undefined ? relation !== "relates_to" : kind === only;
}

/** Returns the place of a change in the list. It holds only what the owner knows anyway. */
function placeOf({ at, kind, id, relation, other }: FoundChange): string {
  return [at, kind, id, relation ?? "", other ?? ""].join(" ");
}

function countKinds(changes: readonly FoundChange[]): Omit<ChangeCounts, "deleted"> {
  const counts = new Map<ChangeKind, number>();
  for (const { kind } of changes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  // Safe because each kind has its entry.
  return Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, counts.get(kind) ?? 0])) as Record<ChangeKind, number>;
}
