import type { Link } from "@knote/contract";
import type { PastStates, ServiceContext } from "../context.ts";
import { beginTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { archivedThen } from "../past/archived-then.ts";
import { changedNotes } from "../past/changed-notes.ts";
import { pastRevisions } from "../past/past-notes.ts";
import { type DerivedStates, isStateRelation, type StateLink } from "../ports/link-store.ts";
import { deriveStates } from "./derive-states.ts";

/** Notes that are read at a time for their flags. */
const ENDS_AT_ONCE = 200;

type Reader = Pick<ServiceContext, "storage" | "actor">;

/** Derives the states of the time over the links and archive flags of then. */
export async function derivePastStates(ctx: Reader, at: string): Promise<PastStates> {
  const { links } = ctx.storage;
  const { userId } = ctx.actor;
  const [present, removedLinks] = await Promise.all([
    links.states(userId),
    links.past(userId, { createdUpTo: at, removedAfter: at }),
  ]);
  const { changedIds, changedTexts } = await readChanges(ctx, at);
  const standing = await presentLinks(present, at);
  const stoodThen = removedLinks.flatMap((link) => stateLink(link));
  const flags = await flagsThen(ctx, { standing, stoodThen, changedIds, at });
  const turn = beginTurn();
  const stateLinks: StateLink[] = [];
  for (const link of [...standing, ...stoodThen]) {
    if (turn.isOver()) await turn.next();
    const sourceArchived = flags.get(link.source_id) ?? link.sourceArchived;
    stateLinks.push({ ...link, sourceArchived, targetArchived: flags.get(link.target_id) ?? link.targetArchived });
  }
  return { states: await deriveStates(stateLinks), changedTexts };
}

/** Reads which of the notes of the time have been changed since. */
async function readChanges(ctx: Reader, at: string) {
  const changedIds = new Set<string>();
  let changedTexts = 0;
  for await (const notes of changedNotes(ctx, at)) {
    for (const { id, created_at, text_changed_at } of notes) {
      if (created_at > at) continue;
      changedIds.add(id);
      if (text_changed_at > at) changedTexts++;
    }
  }
  return { changedIds, changedTexts };
}

/** Returns the present links that affect states, as far as they stood then. */
async function presentLinks({ newerOf, contradictions }: DerivedStates, at: string): Promise<StateLink[]> {
  const links: StateLink[] = [];
  const turn = beginTurn();
  for (const some of [...newerOf.values(), contradictions]) {
    if (turn.isOver()) await turn.next();
    for (const link of some) if (link.created_at <= at) links.push(link);
  }
  return links;
}

function stateLink(link: Link): StateLink[] {
  const { source_id, target_id, relation, created_at } = link;
  // Their flags are read apart.
  const flags = { sourceArchived: false, targetArchived: false };
  return isStateRelation(relation) ? [{ source_id, target_id, relation, created_at, ...flags }] : [];
}

/** Returns the archive flags of then where the links do not carry them: of changed notes, and of past links' ends. */
async function flagsThen(
  ctx: Reader,
  parts: {
    readonly standing: readonly StateLink[];
    readonly stoodThen: readonly StateLink[];
    readonly changedIds: ReadonlySet<string>;
    readonly at: string;
  },
): Promise<Map<string, boolean>> {
  const { standing, stoodThen, changedIds, at } = parts;
  const pastEnds = await endsOf(stoodThen);
  const changedEnds = [...(await endsOf(standing, changedIds)), ...pastEnds].filter((id) => changedIds.has(id));
  const flags = new Map<string, boolean>();
  // In batches, as whole notes are read for their flags alone.
  for (const ids of batchesOf([...pastEnds]))
    for (const note of (await getNotes(ctx, ids)).values()) flags.set(note.id, note.archived);
  for (const ids of batchesOf([...new Set(changedEnds)]))
    for (const revision of (await pastRevisions(ctx, ids, at)).values())
      flags.set(revision.id, await archivedThen(ctx, revision));
  return flags;
}

/** Returns the ends of the links, or those of them that are among the ids. */
async function endsOf(links: readonly StateLink[], among?: ReadonlySet<string>): Promise<Set<string>> {
  const ids = new Set<string>();
  const turn = beginTurn();
  for (const { source_id, target_id } of links) {
    if (turn.isOver()) await turn.next();
    for (const id of [source_id, target_id]) if (!among || among.has(id)) ids.add(id);
  }
  return ids;
}

function batchesOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / ENDS_AT_ONCE);
  return Array.from({ length: count }, (_, index) => ids.slice(index * ENDS_AT_ONCE, (index + 1) * ENDS_AT_ONCE));
}
