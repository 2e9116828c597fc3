import { join } from "node:path";
import { relationsByRule } from "@knote/api";
import type { Relation } from "@knote/contract";
import { noteTexts } from "../sets/note-texts.ts";
import { readEpisodes } from "./measure-facts.ts";
import { readPairs } from "./measure-otherwise.ts";
import type { RuleFigures } from "./rule-figures.ts";
import { type ScoredCase, tally } from "./tally.ts";

/** Measures the relations that are proposed for pairs of notes: each pair is a case, so a wrong target is an alarm. */
export async function measureProposals(data: string): Promise<RuleFigures[]> {
  return [
    {
      rule: "depends_on, proposed",
      on: "stated edges of meme_facts (templates)",
      against: "all other pairs of an episode",
      tally: tally(await foundationCases(data)),
      baselines: [],
      bar: { precision: 0.9 },
    },
    {
      rule: "supersedes, proposed",
      on: "updates and changes of meme_facts (templates)",
      against: "all other pairs of an episode",
      tally: tally(await replacementCases(data)),
      baselines: [],
      bar: { precision: 0.8, recall: 0.4 },
    },
    {
      rule: "contradicts, proposed",
      on: "fever_symmetric",
      against: "pairs that support",
      tally: tally(await contradictionCases(data)),
      baselines: [],
      bar: { precision: 0.97, recall: 0.3 },
    },
  ];
}

async function foundationCases(data: string): Promise<ScoredCase[]> {
  return await pairCases(data, "depends_on", (fact, earlier) => earlier.entity === fact.rests_on);
}

async function replacementCases(data: string): Promise<ScoredCase[]> {
  return await pairCases(data, "supersedes", (fact, earlier) => replaces(fact.kind) && earlier.entity === fact.entity);
}

type Fact = Awaited<ReturnType<typeof readEpisodes>>[number]["facts"][number];

/** Pairs each fact with all that stand before it, as when notes are written one after another. */
async function pairCases(
  data: string,
  relation: Relation,
  isPositive: (fact: Fact, earlier: Fact) => boolean,
): Promise<ScoredCase[]> {
  const cases: ScoredCase[] = [];
  for (const { facts } of await readEpisodes(data)) {
    for (const [place, fact] of facts.entries()) {
      // A claim that was replaced stands no longer.
      const earlier = facts.slice(0, place);
      const standing = earlier.filter(
        (one, index) => !earlier.some((later, at) => at > index && later.entity === one.entity && replaces(later.kind)),
      );
      const near = standing.map(({ n, text }) => ({ id: idOf(n), ...noteTexts(text, text) }));
      const relations = relationsByRule({ id: idOf(fact.n), ...noteTexts(fact.text, fact.text) }, near);
      for (const one of standing)
        cases.push({
          isPositive: isPositive(fact, one),
          fires: relations.get(idOf(one.n))?.relation === relation,
        });
    }
  }
  return cases;
}

function replaces(kind: string): boolean {
  return kind === "update" || kind === "change";
}

async function contradictionCases(data: string): Promise<ScoredCase[]> {
  const pairs = await readPairs(join(data, "fever_symmetric", "pairs.tsv"));
  return pairs.map(({ one, other, isPositive }) => {
    const notes = [one, other].map((title, index) => ({ id: idOf(index), title, content: "" }));
    const relation = relationsByRule(notes[1]!, [notes[0]!]).get(idOf(0))?.relation;
    return { isPositive, fires: relation === "contradicts" || relation === "supersedes" };
  });
}

function idOf(number: number): string {
  return String(number).padStart(8, "0");
}
