import { isProposalKey, type ListProposalsInput, type ProposalList } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { invalid } from "../errors.ts";
import { listByRule, type WalkPlace } from "./list-by-rule.ts";
import { listDecided, listJudged } from "./look-lists.ts";
import { type ProposalFilter, filterOf } from "./proposal-filter.ts";

const WALK = /^rules~((?:\d{4}-[\dT:.-]{1,24}Z)?)~((?:[\da-f-]{36})?)~((?:[\da-f-]{36})?)$/;
const JUDGED_PREFIX = "judged~";

/** Where a list of open proposals goes on: among the judged ones, or on the walk over the notes. */
type OpenPlace = { readonly judgedAfter: string | undefined } | WalkPlace;

const START: WalkPlace = { after: undefined, shownId: null };

/** Lists proposals. Open ones are those of judges and agents first, then what rules propose for the notes, newest first. */
export async function listProposals(ctx: ServiceContext, input: ListProposalsInput): Promise<ProposalList> {
  const { state, limit, cursor } = input;
  const filter = filterOf(input);
  if (state !== "open") {
    if (cursor !== undefined && !isProposalKey(cursor)) throw wrongCursor();
    return await listDecided(ctx, filter, { state, limit, after: cursor });
  }
  const place = openPlaceOf(cursor);
  return "judgedAfter" in place
    ? await listOpen(ctx, filter, { after: place.judgedAfter, limit })
    : await walk(ctx, filter, { place, limit });
}

async function listOpen(
  ctx: ServiceContext,
  filter: ProposalFilter,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<ProposalList> {
  const { proposals, next } = await listJudged(ctx, filter, page);
  if (next !== null) return { proposals, next: `${JUDGED_PREFIX}${next}` };
  const limit = page.limit - proposals.length;
  if (limit === 0) return { proposals, next: cursorAt(START) };
  const byRule = await walk(ctx, filter, { place: START, limit });
  return { proposals: [...proposals, ...byRule.proposals], next: byRule.next };
}

async function walk(
  ctx: ServiceContext,
  filter: ProposalFilter,
  page: { readonly place: WalkPlace; readonly limit: number },
): Promise<ProposalList> {
  const { proposals, next } = await listByRule(ctx, filter, page);
  return { proposals, next: next && cursorAt(next) };
}

function cursorAt({ after, shownId }: WalkPlace): string {
  return `rules~${after?.created_at ?? ""}~${after?.id ?? ""}~${shownId ?? ""}`;
}

function openPlaceOf(cursor: string | undefined): OpenPlace {
  if (cursor === undefined) return { judgedAfter: undefined };
  if (cursor.startsWith(JUDGED_PREFIX) && isProposalKey(cursor.slice(JUDGED_PREFIX.length)))
    return { judgedAfter: cursor.slice(JUDGED_PREFIX.length) };
  const [, created_at, id, shownId] = WALK.exec(cursor) ?? [];
  if (created_at === undefined || id === undefined || (created_at === "") !== (id === "")) throw wrongCursor();
  return { after: id === "" ? undefined : { created_at, id }, shownId: shownId || null };
}

function wrongCursor(): Error {
  return invalid("cursor", "cursor must be taken from an earlier page.");
}
