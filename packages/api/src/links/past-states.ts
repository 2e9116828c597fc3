import type { PastStates, ServiceContext } from "../context.ts";
import { beginTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { changedNotes } from "../past/changed-notes.ts";
import { archiveTimelines, type Timeline, valueAt } from "../past/timelines.ts";
import {
  type DerivedStates,
  isStateRelation,
  type PastLink,
  type PastLinkSelection,
  type StateLink,
} from "../ports/link-store.ts";
import type { ChangedNote, StoredNote } from "../ports/note-store.ts";
import { deriveStates, stateLinksOf } from "./derive-states.ts";

/** Notes that are read at a time for their flags. */
const ENDS_AT_ONCE = 200;
/** Later than every time. */
const NEVER = "~";

type Reader = Pick<ServiceContext, "storage" | "actor">;

/** A link with the time when it was removed, or `NEVER`. It carries the present archive flags. */
export type StateSpan = StateLink & { readonly removed_at: string };

/** By note that has changed since, whether it was archived then. */
export type ArchiveHistory = ReadonlyMap<string, Timeline<boolean | null>>;

/** Derives the states of the time over the links and archive flags of then. */
export async function derivePastStates(ctx: Reader, at: string): Promise<PastStates> {
  const changes = await readChanges(ctx, at);
  const changedAt = new Map(changes.map(({ id, updated_at }) => [id, updated_at]));
  const selection = { createdUpTo: at, removedAfter: at };
  const removedLinks = await ctx.storage.links.past(ctx.actor.userId, selection);
  const spans = await readStateSpans(ctx, selection, removedLinks);
  const archives = await archiveTimelines(ctx, await timesOfEnds(spans, changedAt), [at]);
  return { states: await deriveStatesAt(at, spans, archives), changedNotes: changes };
}

/** Returns the links that affect states, those that stand and those that were removed, which are among the past links. */
export async function readStateSpans(
  ctx: Reader,
  { createdUpTo = NEVER }: Pick<PastLinkSelection, "createdUpTo">,
  pastLinks: readonly PastLink[],
): Promise<StateSpan[]> {
  const spans: StateSpan[] = [];
  const turn = beginTurn();
  for (const link of stateLinksOf(await ctx.storage.links.states(ctx.actor.userId))) {
    if (turn.isOver()) await turn.next();
    if (link.created_at <= createdUpTo) spans.push({ ...link, removed_at: NEVER });
  }
  const removedLinks = pastLinks.filter(({ relation }) => isStateRelation(relation));
  const notes = await readEnds(ctx, removedLinks);
  for (const { relation, ...link } of removedLinks) {
    const [source, target] = [notes.get(link.source_id), notes.get(link.target_id)];
    // Without both a note has been deleted since the links were read.
    if (source && target && isStateRelation(relation))
      spans.push({ ...link, relation, sourceArchived: source.archived, targetArchived: target.archived });
  }
  return spans;
}

/** Returns the notes at the ends of links, by id. */
export async function readEnds(ctx: Reader, links: readonly Ends[]): Promise<Map<string, StoredNote>> {
  const ids = [...new Set(links.flatMap(({ source_id, target_id }) => [source_id, target_id]))];
  const notes = new Map<string, StoredNote>();
  const turn = beginTurn();
  // In batches, as whole notes are read for a flag and a time.
  for (let start = 0; start < ids.length; start += ENDS_AT_ONCE) {
    if (turn.isOver()) await turn.next();
    for (const [id, note] of await getNotes(ctx, ids.slice(start, start + ENDS_AT_ONCE))) notes.set(id, note);
  }
  return notes;
}

type Ends = Pick<StateLink, "source_id" | "target_id">;

/** Returns when the ends of links last changed, of those that did. */
export async function timesOfEnds(
  links: Iterable<Ends>,
  changedAt: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const times = new Map<string, string>();
  const turn = beginTurn();
  for (const { source_id, target_id } of changedAt.size === 0 ? [] : links) {
    if (turn.isOver()) await turn.next();
    for (const id of [source_id, target_id]) {
      const at = changedAt.get(id);
      if (at !== undefined) times.set(id, at);
    }
  }
  return times;
}

/** Derives the states of a time, given what stood around it. */
export async function deriveStatesAt(
  at: string,
  spans: readonly StateSpan[],
  archives: ArchiveHistory,
): Promise<DerivedStates> {
  const links: StateLink[] = [];
  const turn = beginTurn();
  for (const span of spans) {
    if (turn.isOver()) await turn.next();
    if (span.created_at > at || span.removed_at <= at) continue;
    const [source, target] = [archives.get(span.source_id), archives.get(span.target_id)];
    // Most notes have not changed: then the link is as it was.
    if (!source && !target) links.push(span);
    else
      links.push({
        ...span,
        sourceArchived: (source && valueAt(source, at)) ?? span.sourceArchived,
        targetArchived: (target && valueAt(target, at)) ?? span.targetArchived,
      });
  }
  return await deriveStates(links);
}

/** Reads which of the notes of the time have been changed since. */
async function readChanges(ctx: Reader, at: string): Promise<ChangedNote[]> {
  const changes: ChangedNote[] = [];
  for await (const notes of changedNotes(ctx, at))
    for (const note of notes) if (note.created_at <= at) changes.push(note);
  return changes;
}
