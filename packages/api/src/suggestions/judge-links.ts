import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { ClaimVerdict, JudgedNote, LinkJudge, ProposedRelation } from "../ports/link-judge.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { waitWithoutPlace } from "../kit/wait-without-place.ts";

/** Code units of a note's content that a judge sees beside its title. */
const TEXT_LENGTH = 600;
/** Most candidates judged per call; the rest stay `relates_to`. */
const MOST_CANDIDATES = 20;
/** Longest wait for a judge; after that suggestions come without its proposals. */
export const JUDGE_TIMEOUT_MS = 10_000;
const CACHE_SIZE = 200;
const PROVIDER = { isRemote: true };

/**
 * Returns how the note relates to each candidate, by index, from one call of the judge. Empty when no judge is
 * configured or it cannot answer: suggestions work without one.
 */
export async function judgeLinks(
  ctx: ServiceContext,
  note: StoredNote,
  candidates: readonly StoredNote[],
): Promise<ReadonlyMap<number, ProposedRelation>> {
  const { judge } = ctx;
  if (judge === null || candidates.length === 0) return new Map();
  const request = { note: toJudgedNote(note), candidates: candidates.slice(0, MOST_CANDIDATES).map(toJudgedNote) };
  try {
    const proposals = await waitWithoutPlace(ctx, PROVIDER, askJudge(ctx, judge, request));
    return new Map(proposals.map((proposal) => [proposal.index, proposal]));
  } catch (error) {
    if (DomainError.is(error)) return new Map();
    throw error;
  }
}

/** Asks the judge. Throws as it does, and UNAVAILABLE when it takes too long. */
export async function askJudge(
  { actor, signal }: ServiceContext,
  judge: LinkJudge,
  request: Pick<Parameters<LinkJudge["judge"]>[0], "note" | "candidates">,
): Promise<ProposedRelation[]> {
  const timeout = AbortSignal.timeout(JUDGE_TIMEOUT_MS);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    return await judge.judge({ ...request, userId: actor.userId, signal: either });
  } catch (error) {
    if (DomainError.is(error) || !timeout.aborted || signal?.aborted) throw error;
    throw new DomainError("UNAVAILABLE", "The judge did not answer in time.", { cause: error });
  }
}

/** Wraps a judge so that it answers a repeated request from a cache: viewing suggestions again costs nothing. */
export function rememberingJudge(judge: LinkJudge): LinkJudge {
  const proposals = createMemory<ProposedRelation[]>();
  const verdicts = createMemory<ClaimVerdict>();
  const { confirm } = judge;
  return {
    id: judge.id,
    judge: async (request) =>
      await proposals.recall([request.userId, request.note, request.candidates], () => judge.judge(request)),
    ...(confirm && {
      confirm: async (request) =>
        await verdicts.recall([request.userId, request.note, request.others, request.doubts], () => confirm(request)),
    }),
    forget() {
      proposals.clear();
      verdicts.clear();
    },
  };
}

/** Remembers the answers to the last requests; a failure is not remembered. */
function createMemory<Answer>() {
  const answers = new Map<string, Answer>();
  return {
    async recall(request: readonly unknown[], answer: () => Promise<Answer>): Promise<Answer> {
      const key = JSON.stringify(request);
      const before = answers.get(key);
      if (before !== undefined) return before;
      const fresh = await answer();
      if (answers.size >= CACHE_SIZE) answers.delete(answers.keys().next().value!);
      answers.set(key, fresh);
      return fresh;
    },
    clear: () => answers.clear(),
  };
}

/** Returns what a judge sees of a note. */
export function toJudgedNote({ title, content }: Pick<StoredNote, "title" | "content">): JudgedNote {
  // Never cuts a surrogate pair in half.
  return { title, text: content.slice(0, TEXT_LENGTH).replace(/[\ud800-\udbff]$/, "") };
}
