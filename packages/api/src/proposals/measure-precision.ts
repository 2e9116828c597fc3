import type { ProposalPrecision, ProposalPrecisions } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { beginTurn } from "../kit/in-turns.ts";
import { allLooks } from "../looks/all-looks.ts";
import { judgedLink, decisionOf, keyOfLook, type LinkDecision } from "./proposal-looks.ts";
import { wilsonInterval } from "../kit/wilson-interval.ts";

/** Grows while proposals are counted. */
type Count = {
  -readonly [Field in keyof Omit<ProposalPrecision, "precision" | "low" | "high">]: ProposalPrecision[Field];
};

/** Counts what became of all stored proposals, by who made them and by relation. Many of them do not block other callers. */
export async function measurePrecision(ctx: Pick<ServiceContext, "storage" | "actor">): Promise<ProposalPrecisions> {
  const { looks } = ctx.storage;
  const { userId } = ctx.actor;
  const counts = new Map<string, Count>();
  const count = (one: Pick<Count, "by" | "relation">, state: LinkDecision["state"] | null): void => {
    const { by, relation } = one;
    const key = precisionKey(one);
    const row = counts.get(key) ?? { by, relation, made: 0, accepted: 0, retyped: 0, dismissed: 0 };
    row.made++;
    if (state !== null) row[state]++;
    counts.set(key, row);
  };
  const decidedAt = new Map<string, string>();
  const turn = beginTurn();
  for await (const look of allLooks(looks, userId, "proposal")) {
    if (turn.isOver()) await turn.next();
    const { proposal, state } = decisionOf(look);
    count(proposal, state);
    decidedAt.set(keyOfLook(look), look.at);
  }
  for await (const look of allLooks(looks, userId, "judgement")) {
    if (turn.isOver()) await turn.next();
    // A crash can leave the judgement that was decided.
    if ((decidedAt.get(keyOfLook(look)) ?? "") < look.at) count(judgedLink(look), null);
  }
  return { by: [...counts.values()].map(withShares).sort(byName) };
}

/** Returns what one row is about, as one text. */
export function precisionKey({ by, relation }: Pick<Count, "by" | "relation">): string {
  return `${relation} ${by}`;
}

function withShares(count: Count): ProposalPrecision {
  const decidedCount = count.accepted + count.retyped + count.dismissed;
  const precision = decidedCount === 0 ? null : count.accepted / decidedCount;
  return { ...count, precision, ...wilsonInterval(count.accepted, decidedCount) };
}

function byName(one: ProposalPrecision, other: ProposalPrecision): number {
  const [key, otherKey] = [one, other].map(({ by, relation }) => `${by} ${relation}`) as [string, string];
  return key < otherKey ? -1 : 1;
}
