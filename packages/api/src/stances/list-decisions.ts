import type { Decision, DecisionList, ListDecisionsInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { mapInTurns } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { stateOf } from "../kit/state-of.ts";
import { createHeadFinder, type HeadFinder } from "../links/find-heads.ts";
import type { NotePosition, StoredNote } from "../ports/note-store.ts";
import type { StanceEntry } from "../ports/stance-store.ts";
import type { Foundation } from "../reviews/rest-graph.ts";
import { outlineOf } from "../reviews/list-note-reviews.ts";
import { namesOf } from "../reviews/name-causes.ts";
import type { PresentReviews } from "../reviews/review-cache.ts";
import { hasDayCome, todayOf } from "./due-decisions.ts";
import { NO_STANCE } from "./note-stance.ts";
import { holdsOf, selectDecisions } from "./select-decisions.ts";

/** Most notes that one decision names of each kind. */
const MOST_NAMED = 100;

/** Lists the caller's decisions and beliefs, newest first: what they rest on, and whether they still hold. */
export async function listDecisions(ctx: ServiceContext, input: ListDecisionsInput): Promise<DecisionList> {
  const { userId } = ctx.actor;
  const { limit } = input;
  const after = startOf(input);
  const present = await ctx.reviews.of(ctx.storage, userId);
  const selection = await selectDecisions(ctx, input, present);
  const notes = await ctx.storage.notes.list(userId, selection, { limit: limit + 1, ...(after && { after }) });
  const page = notes.slice(0, limit);
  const last = page.at(-1);
  return {
    decisions: await describe(ctx, page, present),
    next: last !== undefined && notes.length > limit ? encodeCursor([last.created_at, last.id]) : null,
  };
}

/** What was derived about a decision, with the ids of the notes that it names. */
interface Ground {
  readonly note: StoredNote;
  readonly since: string | null;
  readonly restsOn: readonly Foundation[];
  readonly against: readonly string[];
  readonly heads: readonly string[];
}

async function describe(
  ctx: ServiceContext,
  page: readonly StoredNote[],
  present: PresentReviews,
): Promise<Decision[]> {
  const { states, reviews } = present;
  const headsOf = createHeadFinder(states);
  const grounds = await mapInTurns(page, (note) => groundOf(note, present, headsOf));
  const latest = await ctx.storage.stances.latest(
    ctx.actor.userId,
    page.map(({ id }) => id),
  );
  const stances = new Map<string, Pick<StanceEntry, "confidence" | "review_on" | "outcome">>();
  for (const entry of latest) stances.set(entry.noteId, entry);
  const others = await getNotes(
    ctx,
    grounds.flatMap(({ restsOn, against, heads }) => [...restsOn.map(({ id }) => id), ...against, ...heads]),
  );
  const today = todayOf(ctx);
  return grounds.map(({ note, since, restsOn, against, heads }) => {
    const { confidence, review_on, outcome } = stances.get(note.id) ?? NO_STANCE;
    return {
      note: { ...outlineOf(note), state: stateOf(note, states), created_at: note.created_at },
      confidence,
      review_on,
      due: !note.archived && hasDayCome({ review_on, outcome }, today),
      outcome,
      holds: holdsOf(note, present),
      since,
      rests_on: restsOn.flatMap(({ id, relation }) => {
        const one = others.get(id);
        if (one === undefined) return [];
        return [{ id, title: one.title, relation, state: stateOf(one, states), needs_review: reviews.needsReview(id) }];
      }),
      against: namesOf(against, others),
      heads: namesOf(heads, others),
    };
  });
}

async function groundOf(note: StoredNote, present: PresentReviews, headsOf: HeadFinder): Promise<Ground> {
  const { states, reviews } = present;
  const opposing = (states.contradictionsOf.get(note.id) ?? []).filter(({ target_id }) => target_id === note.id);
  return {
    note,
    since: await sinceWhen(note, present),
    restsOn: reviews.foundationsOf(note.id).slice(0, MOST_NAMED),
    against: opposing
      .map(({ source_id }) => source_id)
      .sort()
      .slice(0, MOST_NAMED),
    heads: states.superseded.has(note.id) ? await headsOf(note.id) : [],
  };
}

/** Returns since when a note does not hold as it did, as far as it is known. */
async function sinceWhen(note: StoredNote, present: PresentReviews): Promise<string | null> {
  const { states, reviews } = present;
  const { id } = note;
  switch (holdsOf(note, present)) {
    case "stands":
      return null;
    case "needs_review":
      return (await reviews.openCauseOf(id))?.since ?? null;
    case "contested":
      return earliest(states.contradictionsOf.get(id)?.filter(({ target_id }) => target_id === id));
    case "superseded":
      return earliest(states.newerOf.get(id));
    case "archived":
      // When it was set aside is not kept by itself; the last change is the best that is known.
      return note.updated_at;
  }
}

function earliest(links: readonly { readonly created_at: string }[] = []): string | null {
  return links.map(({ created_at }) => created_at).sort()[0] ?? null;
}

function startOf({ cursor }: ListDecisionsInput): NotePosition | undefined {
  if (cursor === undefined) return undefined;
  const [created_at, id] = decodeCursor(cursor, ["string", "string"]) as [string, string];
  return { created_at, id };
}
