import { join } from "node:path";
import { relationsByRule } from "@knote/api";
import * as z from "zod";
import { readJsonLines } from "../sets/read-lines.ts";
import { noteTexts } from "../sets/note-texts.ts";
import { findingsOn } from "./fires-on.ts";
import type { RuleFigures } from "./rule-figures.ts";
import { type ScoredCase, tally } from "./tally.ts";

const Fact = z.object({
  n: z.number(),
  kind: z.string(),
  entity: z.string(),
  text: z.string(),
  rests_on: z.string().optional(),
});
type Fact = z.infer<typeof Fact>;
const Episode = z.object({ facts: z.array(Fact) });

/** How often a cue of dependence named the right note. */
export interface FactFigures {
  readonly rows: readonly RuleFigures[];
  readonly targets: { readonly right: number; readonly offers: number; readonly edges: number };
}

/** Measures cues and words of change on the facts of MEME: template sentences, said in their order. */
export async function measureFacts(data: string): Promise<FactFigures> {
  const episodes = await readEpisodes(data);
  const cueCases: ScoredCase[] = [];
  const changeCases: ScoredCase[] = [];
  const targets = { right: 0, offers: 0, edges: 0 };
  for (const { facts } of episodes) {
    const standing: Fact[] = [];
    for (const fact of facts) {
      const near = standing.map(({ n, text }) => ({ id: idOf(n), ...noteTexts(text, text) }));
      const { title, content } = noteTexts(fact.text, fact.text);
      const cue = (await findingsOn({ title, content }, near)).find(({ rule }) => rule === "cue");
      cueCases.push({ isPositive: fact.rests_on !== undefined, fires: cue !== undefined });
      const target = standing.find(({ n }) => idOf(n) === cue?.notes?.[0]?.id);
      if (fact.rests_on !== undefined) targets.edges++;
      if (cue) targets.offers++;
      if (target !== undefined && target.entity === fact.rests_on) targets.right++;
      const earlier = standing.findLast(({ entity, kind }) => entity === fact.entity && kind !== "rule");
      const relations = relationsByRule({ id: idOf(fact.n), title, content }, near);
      const replacedIds = near.filter(({ id }) => relations.get(id)?.relation === "supersedes").map(({ id }) => id);
      // A change replaces what was so as an update does.
      const isPositive = fact.kind === "update" || fact.kind === "change";
      changeCases.push({
        isPositive,
        fires: isPositive ? replacedIds[0] === idOf(earlier?.n ?? -1) : replacedIds.length > 0,
      });
      if (isPositive) standing.splice(0, standing.length, ...withoutEntity(standing, fact));
      standing.push(fact);
    }
  }
  const rows: RuleFigures[] = [
    {
      rule: "cue",
      on: "dependents and rules of meme_facts (templates)",
      against: "its other facts",
      tally: tally(cueCases),
      baselines: [],
      bar: { precision: 0.95 },
    },
    {
      rule: "supersedes",
      on: "updates and changes of meme_facts (templates)",
      against: "its other facts",
      tally: tally(changeCases),
      baselines: [],
      bar: {},
    },
  ];
  return { rows, targets };
}

export async function readEpisodes(data: string): Promise<z.infer<typeof Episode>[]> {
  return await readJsonLines(join(data, "meme_facts", "meme_facts.jsonl"), Episode);
}

function withoutEntity(facts: readonly Fact[], { entity }: Fact): Fact[] {
  return facts.filter((fact) => fact.entity !== entity);
}

function idOf(number: number): string {
  return String(number).padStart(8, "0");
}
