import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { waitWithoutPlace } from "../kit/wait-without-place.ts";
import { JUDGE_TIMEOUT_MS, toJudgedNote } from "../suggestions/judge-links.ts";
import type { ClaimDoubt } from "../ports/link-judge.ts";
import type { Draft, NearNote, RuleFinding } from "./draft.ts";

/** Most notes that a judge compares with the draft. */
const MOST_NOTES = 20;
const PROVIDER = { isRemote: true };

/**
 * Asks the judge, in one call, which findings of these rules hold, and drops the others. Returns all of them without a
 * judge, and where it does not answer in time: the rules stand on their own.
 */
export async function confirmFindings(
  ctx: ServiceContext,
  draft: Draft,
  findings: readonly RuleFinding[],
): Promise<readonly RuleFinding[]> {
  const { judge, signal } = ctx;
  const notes = notesSaidOtherwise(findings).slice(0, MOST_NOTES);
  const doubts = (["compound", "no_support"] as const).filter((doubt) => findings.some(({ rule }) => rule === doubt));
  if (!judge?.confirm || notes.length + doubts.length === 0) return findings;
  const timeout = AbortSignal.timeout(JUDGE_TIMEOUT_MS);
  const request = {
    userId: ctx.actor.userId,
    note: toJudgedNote({ title: draft.title, content: draft.content ?? "" }),
    others: notes.map(toJudgedNote),
    doubts,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  try {
    const verdict = await waitWithoutPlace(ctx, PROVIDER, judge.confirm(request));
    const otherwiseIds = new Set(verdict.otherwise.flatMap((index) => notes[index]?.id ?? []));
    return findings.filter((finding) => holds(finding, otherwiseIds, verdict.doubts));
  } catch (error) {
    if (DomainError.is(error) || (timeout.aborted && !signal?.aborted)) return findings;
    throw error;
  }
}

function notesSaidOtherwise(findings: readonly RuleFinding[]): NearNote[] {
  return findings.filter(({ rule }) => rule === "says_otherwise").flatMap(({ notes }) => notes ?? []);
}

function holds(
  { rule, notes }: RuleFinding,
  otherwiseIds: ReadonlySet<string>,
  doubts: readonly ClaimDoubt[],
): boolean {
  if (rule === "says_otherwise") return notes!.every(({ id }) => otherwiseIds.has(id));
  return rule === "compound" || rule === "no_support" ? doubts.includes(rule) : true;
}
