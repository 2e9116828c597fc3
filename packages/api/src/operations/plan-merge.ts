import { CreateNoteInput, LIMITS, type Link, type LinkInput, type MergeInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { conflict, invalid } from "../errors.ts";
import { supersessionCycle } from "../links/create-link.ts";
import { sameFields } from "../past/same-note.ts";
import { linkKey } from "../ports/link-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { titleKey } from "../text/analyze.ts";
import { timestamp } from "../time.ts";
import type { Move, OperationPlan } from "./operation-plan.ts";
import { refuseUnlessStanding } from "./refuse-unless-standing.ts";
import { linksOfNote } from "./write-links.ts";

/** A plan with the time of all that it writes. */
export interface TimedPlan {
  readonly at: string;
  readonly plan: OperationPlan;
}

/** Plans how a note takes others in. Throws INVALID when together they are too much, and CONFLICT. */
export async function planMerge(
  ctx: ServiceContext,
  input: MergeInput,
  [survivor, ...others]: readonly [StoredNote, ...StoredNote[]],
): Promise<TimedPlan> {
  const fields = mergeFields(input, survivor, others);
  await refuseMerge(ctx, [survivor, ...others]);
  const moves = await planMoves(ctx, survivor, others);
  const at = timeAfter(timestamp(ctx), [survivor.updated_at, ...moves.map(({ from }) => from.created_at)]);
  const supersessions = others.map(({ id }) => ({ source_id: survivor.id, target_id: id }));
  return { at, plan: { revision: planRevision(survivor, fields, at), parts: [], supersessions, moves } };
}

/** Returns the time, or the latest of the others: another process's clock may be a little ahead. */
export function timeAfter(now: string, times: readonly string[]): string {
  return times.reduce((latest, time) => (time > latest ? time : latest), now);
}

/** Throws CONFLICT unless all notes stand, none of them contradicts another, and no chain leads back. */
export async function refuseMerge(ctx: ServiceContext, notes: readonly [StoredNote, ...StoredNote[]]): Promise<void> {
  const states = await refuseUnlessStanding(ctx, notes, "merge");
  const titles = new Map(notes.map(({ id, title }) => [id, title]));
  for (const { source_id, target_id } of states.contradictions) {
    const [one, other] = [titles.get(source_id), titles.get(target_id)];
    if (one !== undefined && other !== undefined)
      throw conflict(`“${one}” contradicts “${other}”: decide between them first.`);
  }
  const [survivor, ...others] = notes;
  for (const { id } of others)
    if (await ctx.storage.links.supersedes(ctx.actor.userId, id, survivor.id)) throw supersessionCycle();
}

function mergeFields(input: MergeInput, survivor: StoredNote, others: readonly StoredNote[]): CreateNoteInput {
  const { success, data, error } = CreateNoteInput.safeParse({
    title: input.title ?? survivor.title,
    content: input.content ?? joinContents([survivor, ...others].map(({ content }) => content)),
    note_type: input.note_type ?? survivor.note_type,
    tags: input.tags ?? [survivor, ...others].flatMap(({ tags }) => tags),
    importance: input.importance ?? Math.max(survivor.importance, ...others.map(({ importance }) => importance)),
  });
  if (success) return data;
  const { path, message } = error.issues[0]!;
  throw invalid(path.join("."), `The notes together are too much for one: ${message}`);
}

/** Joins contents in order, without those that another one holds. */
function joinContents(contents: readonly string[]): string {
  const whole = contents.filter(
    (content, index) =>
      !contents.some(
        (other, otherIndex) =>
          other.includes(content) && (other.length > content.length || (otherIndex < index && other === content)),
      ),
  );
  return whole.join("\n\n");
}

function planRevision(before: StoredNote, fields: CreateNoteInput, at: string): OperationPlan["revision"] {
  if (sameFields(before, fields)) return null;
  const isReworded = titleKey(before.title) !== titleKey(fields.title);
  const { title, content, note_type, tags, importance } = fields;
  const after = {
    ...before,
    ...{ title, content, note_type, tags, importance },
    updated_at: at,
    revision: before.revision + 1,
    claimed_at: isReworded ? at : before.claimed_at,
  };
  return { before, after };
}

/** Plans that the survivor takes over each link between one of the others and a third note. */
async function planMoves(ctx: ServiceContext, survivor: StoredNote, others: readonly StoredNote[]): Promise<Move[]> {
  const group = new Set([survivor, ...others].map(({ id }) => id));
  const moves = new Map<string, { readonly from: Link; readonly to: LinkInput }>();
  for (const { id } of others) {
    for (const from of await linksOfNote(ctx, id, LIMITS.linksMoved)) {
      const other = from.source_id === id ? from.target_id : from.source_id;
      if (group.has(other) || from.relation === "supersedes") continue;
      moves.set(linkKey(from), { from, to: withEnd(from, id, survivor.id) });
    }
    refuseTooMany(moves.size, "with");
  }
  if (moves.size === 0) return [];
  const present = new Set((await linksOfNote(ctx, survivor.id)).map(linkKey));
  return [...moves.values()].map(({ from, to }) => ({ from, to: present.has(linkKey(to)) ? [] : [to] }));
}

/** Throws INVALID for more links than one operation may move. */
export function refuseTooMany(count: number, path: string): void {
  if (count > LIMITS.linksMoved)
    throw invalid(path, `At most ${LIMITS.linksMoved.toLocaleString("en-US")} links can be moved at once.`);
}

/** Returns the ends of a link with one note in place of another. */
export function withEnd({ source_id, target_id, relation }: LinkInput, id: string, replacement: string): LinkInput {
  return {
    source_id: source_id === id ? replacement : source_id,
    target_id: target_id === id ? replacement : target_id,
    relation,
  };
}
