import type { DecideProposalsInput, DecisionResults, ProposalDecision } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { beginTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { Look } from "../ports/look-store.ts";
import { decideOne } from "./decide-one.ts";
import { judgedLink, decisionOf, lookKeysOf, type NotePair, pairOf, textsOf } from "./proposal-looks.ts";
import type { Matter } from "./matter.ts";
import { proposeByRule } from "./propose-by-rule.ts";
import { similaritiesOf } from "./similarities.ts";
import { stands } from "./standing.ts";

/** Decides about proposals, one after the other: what happens to one changes nothing for the others. */
export async function decideProposals(
  ctx: ServiceContext,
  { decisions }: DecideProposalsInput,
): Promise<DecisionResults> {
  const matters = await readMatters(ctx, decisions);
  const results: DecisionResults["results"] = [];
  const turn = beginTurn();
  for (const decision of decisions) {
    if (turn.isOver()) await turn.next();
    const { key } = decision;
    const matter = matters.get(key);
    results.push(
      matter === undefined
        ? { key, status: "gone", detail: "One of the two notes is gone." }
        : { key, ...(await decideOne(ctx, matter, decision)) },
    );
  }
  return { results };
}

/** Reads what the decisions are about, by key; those without two live notes of the caller are left out. */
async function readMatters(
  ctx: ServiceContext,
  decisions: readonly ProposalDecision[],
): Promise<ReadonlyMap<string, Matter>> {
  const keys = [...new Set(decisions.map(({ key }) => key))];
  const looks = await looksAt(ctx, keys);
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const notes = await getNotes(
    ctx,
    keys.flatMap((key) => key.split("~")),
  );
  const pairs = keys.flatMap((key): [string, NotePair][] => {
    const [newer, older] = key.split("~").map((id) => notes.get(id));
    return newer && older ? [[key, pairOf(newer, older)]] : [];
  });
  const judgementOf = ([key, pair]: [string, NotePair]) => {
    const look = looks.get(lookKeysOf(key).judgement);
    return look?.basis === textsOf(pair) ? look : undefined;
  };
  const pairsOfRules = pairs.filter((one) => judgementOf(one) === undefined);
  const similarities = await similaritiesOf(
    ctx,
    pairsOfRules.map(([, pair]) => pair),
  );
  const similarityOf = new Map(pairsOfRules.map(([key], place) => [key, similarities[place]!]));
  return new Map(
    pairs.map((one): [string, Matter] => {
      const [key, pair] = one;
      const judgement = judgementOf(one);
      const decision = looks.get(lookKeysOf(key).decision);
      return [
        key,
        {
          pair,
          proposal: () => (judgement ? judgedLink(judgement) : proposeByRule(pair, similarityOf.get(key)!)),
          texts: judgement?.basis ?? null,
          isStanding: stands(pair.newer, states) && stands(pair.older, states),
          decision: decision ? decisionOf(decision) : null,
        },
      ];
    }),
  );
}

async function looksAt(ctx: ServiceContext, keys: readonly string[]): Promise<Map<string, Look>> {
  const lookKeys = keys.flatMap((key) => Object.values(lookKeysOf(key)));
  const looks = await ctx.storage.looks.get(ctx.actor.userId, lookKeys);
  return new Map(looks.map((look) => [look.key, look]));
}
