import type { Proposal, ProposalState } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { type Look, type LookKind, LOOKS_AT_ONCE } from "../ports/look-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { precisionKey } from "./measure-precision.ts";
import { decisionOf, judgedLink, keyOfLook, lookKeysOf, type NotePair, pairOf, textsOf } from "./proposal-looks.ts";
import { proposalView } from "./proposal-view.ts";
import { stands, whyClosed } from "./standing.ts";
import type { ProposalFilter } from "./proposal-filter.ts";

interface PageOfKeys {
  /** The key of the last proposal before the page. */
  readonly after: string | undefined;
  readonly limit: number;
}

interface ProposalPage {
  readonly proposals: Proposal[];
  /** The key to go on after; null at the end. */
  readonly next: string | null;
}

/** Lists decided proposals by key, with the titles that their notes have now. */
export async function listDecided(
  ctx: ServiceContext,
  filter: ProposalFilter,
  { state, ...page }: PageOfKeys & { readonly state: ProposalState },
): Promise<ProposalPage> {
  const { looks, next } = await readLooks(ctx, "proposal", page, (look) => {
    return look.verdict === state && filter.accepts(decisionOf(look).proposal);
  });
  const proposals = (await withNotes(ctx, looks)).map(({ look, pair }) => {
    const { proposal, decided_at } = decisionOf(look);
    return proposalView(proposal, [pair.newer, pair.older], { state, decided_at });
  });
  return { proposals, next };
}

/**
 * Lists open proposals of judges and agents, in pages by key, so that deciding makes none slip by. Within a page those
 * of the most precise proposer come first, then the more confident ones.
 */
export async function listJudged(ctx: ServiceContext, filter: ProposalFilter, page: PageOfKeys): Promise<ProposalPage> {
  const { open, next } = await readJudged(ctx, filter, page);
  const proposals = open.map(({ look, pair }) => proposalView(judgedLink(look), [pair.newer, pair.older]));
  return { proposals: proposals.length < 2 ? proposals : await mostPreciseFirst(ctx, proposals), next };
}

/** Counts the open proposals of judges and agents. Many of them do not block other callers. */
export async function countJudged(ctx: ServiceContext): Promise<number> {
  let count = 0;
  for (let after: string | null | undefined; after !== null;) {
    const { open, next } = await readJudged(ctx, { accepts: () => true }, { after, limit: LOOKS_AT_ONCE });
    count += open.length;
    after = next;
  }
  return count;
}

async function readJudged(ctx: ServiceContext, filter: Pick<ProposalFilter, "accepts">, page: PageOfKeys) {
  const { looks, next } = await readLooks(ctx, "judgement", page, (look) => filter.accepts(judgedLink(look)));
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const present = (await withNotes(ctx, looks)).filter(
    ({ look, pair }) => look.basis === textsOf(pair) && stands(pair.newer, states) && stands(pair.older, states),
  );
  const reasons = await whyClosed(
    ctx,
    present.map(({ pair }) => pair),
  );
  return { open: present.filter((_, place) => reasons[place] === null), next };
}

async function mostPreciseFirst(ctx: ServiceContext, proposals: readonly Proposal[]): Promise<Proposal[]> {
  const { by } = await ctx.precisions.of(ctx);
  const precisions = new Map(by.map((row) => [precisionKey(row), row.precision ?? -1]));
  const rank = (one: Proposal) => [precisions.get(precisionKey(one)) ?? -1, one.confidence ?? -1] as const;
  return proposals.toSorted((one, other) => {
    const [[precision, confidence], [otherPrecision, otherConfidence]] = [rank(one), rank(other)];
    return otherPrecision - precision || otherConfidence - confidence;
  });
}

/** Reads up to `limit` looks that count, from among the next few hundred of their kind. */
async function readLooks(
  ctx: ServiceContext,
  kind: LookKind,
  { after, limit }: PageOfKeys,
  counts: (look: Look) => boolean,
): Promise<{ readonly looks: Look[]; readonly next: string | null }> {
  const { decision, judgement } = lookKeysOf(after ?? "~");
  const place = after === undefined ? {} : { after: kind === "proposal" ? decision : judgement };
  const page = await ctx.storage.looks.list(ctx.actor.userId, kind, { limit: LOOKS_AT_ONCE, ...place });
  const looks: Look[] = [];
  for (const look of page) {
    if (!counts(look)) continue;
    if (looks.length === limit) return { looks, next: keyOfLook(looks.at(-1)!) };
    looks.push(look);
  }
  return { looks, next: page.length === LOOKS_AT_ONCE ? keyOfLook(page.at(-1)!) : null };
}

/** Reads the notes of looks; leaves out the looks at notes that are not live. */
async function withNotes(
  ctx: ServiceContext,
  looks: readonly Look[],
): Promise<{ readonly look: Look; readonly pair: NotePair }[]> {
  if (looks.length > 1) await nextTurn();
  const ids = looks.map((look) => keyOfLook(look).split("~") as [string, string]);
  const notes: ReadonlyMap<string, StoredNote> = await getNotes(ctx, ids.flat());
  return looks.flatMap((look, place) => {
    const [newer, older] = ids[place]!.map((id) => notes.get(id));
    return newer && older ? [{ look, pair: pairOf(newer, older) }] : [];
  });
}
