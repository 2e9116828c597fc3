import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { countingStems, words } from "@knote/api";
import type { CheckRule } from "@knote/contract";
import { firesOn } from "./fires-on.ts";
import { readSingleClaims, readTexts, type TitledText } from "./read-titles.ts";
import type { RuleFigures } from "./rule-figures.ts";
import { precision, type ScoredCase, tally } from "./tally.ts";

/** 200 titles of one claim with "and" in a noun phrase, written for this. */
const NOUN_PHRASES = fileURLToPath(new URL("../../check/noun-phrases.txt", import.meta.url));
const JOINTS = [" and ", "; ", ", while "] as const;
const LONGEST_PART = 110;
const HAS_JOINT = / and | but |;| while /;

/** Measures the rules that read a title alone. */
export async function measureTitles(data: string): Promise<RuleFigures[]> {
  const topics = (await readTexts(join(data, "vault_nikiv"))).map(({ title }) => title);
  const claims = await readTexts(join(data, "locomo"), "corpus_obs.jsonl");
  const single = await readSingleClaims(data);
  const phrases = (await readFile(NOUN_PHRASES, "utf8")).trim().split("\n");
  const titles = claims.map(({ title }) => title);
  const hasAnd = (title: string) => /\band\b/i.test(title);
  return [
    await figuresOf("no_claim", topics, titles, {
      on: "titles of vault_nikiv",
      against: "claims of locomo",
      baseline: ["≤ 3 words", (title) => words(title).length <= 3],
      bar: { recall: 0.95, falseShare: 0.02 },
    }),
    await figuresOf("compound", joinedClaims(claims), [...single, ...phrases], {
      on: "two claims of one person of locomo, joined",
      against: "single claims of fever and scifact, 200 noun phrases",
      baseline: ["any and", hasAnd],
      bar: { precision: 0.85, recall: 0.6 },
    }),
    await figuresOf("compound", [], phrases, {
      on: "–",
      against: "the 200 noun phrases alone",
      baseline: ["any and", hasAnd],
      bar: {},
    }),
  ];
}

interface Comparison {
  readonly on: string;
  readonly against: string;
  readonly baseline: readonly [name: string, fires: (title: string) => boolean];
  readonly bar: RuleFigures["bar"];
}

async function figuresOf(
  rule: CheckRule,
  positives: readonly string[],
  negatives: readonly string[],
  { on, against, baseline: [name, firesBaseline], bar }: Comparison,
): Promise<RuleFigures> {
  const all = [
    ...positives.map((title) => [title, true] as const),
    ...negatives.map((title) => [title, false] as const),
  ];
  const cases: ScoredCase[] = [];
  for (const [title, isPositive] of all)
    cases.push({ isPositive, fires: (await firesOn({ title, content: title }, [])).has(rule) });
  const base = all.map(([title, isPositive]) => ({ isPositive, fires: firesBaseline(title) }));
  return { rule, on, against, tally: tally(cases), baselines: [{ name, precision: precision(tally(base)) }], bar };
}

/** Joins neighbouring claims of one person; every fourth second claim begins with a pronoun. */
function joinedClaims(claims: readonly TitledText[]): string[] {
  const joinedTitles: string[] = [];
  for (const [, own] of Map.groupBy(claims, ({ group, speaker }) => `${group} ${speaker}`)) {
    const parts = own
      .map(({ title }) => title.replace(/\.$/, ""))
      .filter((title) => title.length < LONGEST_PART && !HAS_JOINT.test(title) && countingStems(title).length > 1);
    for (let index = 0; index + 1 < parts.length; index += 2) {
      const [first, second] = [parts[index]!, parts[index + 1]!];
      const withPronoun = second.replace(/^\S+/, "she");
      const joint = JOINTS[joinedTitles.length % JOINTS.length]!;
      joinedTitles.push(`${first}${joint}${joinedTitles.length % 4 === 0 ? withPronoun : second}.`);
    }
  }
  return joinedTitles;
}
