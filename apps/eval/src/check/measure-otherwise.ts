import { join } from "node:path";
import { countingStems } from "@knote/api";
import { readTable } from "../sets/read-lines.ts";
import { firesOn } from "./fires-on.ts";
import type { RuleFigures } from "./rule-figures.ts";
import { splitHalves } from "./split-halves.ts";
import { precisionAtEqualRecall, type ScoredCase, tally } from "./tally.ts";
import type { Workbench } from "./workbench.ts";

interface Pair {
  readonly one: string;
  readonly other: string;
  readonly isPositive: boolean;
}

interface MeasuredPair extends ScoredCase {
  readonly cosine: number;
  readonly jaccard: number;
}

/** Measures `says_otherwise` on pairs of claims that contradict or support each other: FEVER-Symmetric. */
export async function measureOtherwise(folder: string, { cosine }: Workbench): Promise<RuleFigures[]> {
  const halves = splitHalves(await readPairs(join(folder, "pairs.tsv")));
  const names = ["half that tuned it", "half kept apart"];
  const figures: RuleFigures[] = [];
  for (const [index, half] of halves.entries()) {
    const cases: MeasuredPair[] = [];
    for (const { one, other, isPositive } of half) {
      const fires = (await firesOn({ title: one }, [{ title: other }])).has("says_otherwise");
      cases.push({ isPositive, fires, cosine: await cosine(one, other), jaccard: jaccardOf(one, other) });
    }
    const score = (of: "cosine" | "jaccard") =>
      precisionAtEqualRecall(
        cases.map((one) => ({ ...one, score: one[of] })),
        (one) => one.score ?? 0,
      );
    figures.push({
      rule: "says_otherwise",
      on: `fever_symmetric, ${names[index]}`,
      against: "pairs that support",
      tally: tally(cases),
      baselines: [
        { name: "cosine", precision: score("cosine") },
        { name: "Jaccard", precision: score("jaccard") },
        { name: "always", precision: cases.filter(({ isPositive }) => isPositive).length / cases.length },
      ],
      bar: { precision: 0.97, recall: 0.3 },
    });
  }
  return figures;
}

/** Reads columns split, text, text, relation; the split is not used, as only one is given out. */
export async function readPairs(file: string): Promise<Pair[]> {
  const rows = await readTable(file);
  return rows.flatMap(({ cells: [split, one, other, relation] }) =>
    split === "split" ? [] : [{ one, other, isPositive: relation === "contradicts" }],
  );
}

function jaccardOf(one: string, other: string): number {
  const [leftStems, rightStems] = [new Set(countingStems(one)), new Set(countingStems(other))];
  const common = leftStems.intersection(rightStems).size;
  return common === 0 ? 0 : common / (leftStems.size + rightStems.size - common);
}
