import { join } from "node:path";
import { noteWindows } from "@knote/api";
import { takeEvenly } from "../take-evenly.ts";
import { firesOn } from "./fires-on.ts";
import { readTexts, type TitledText } from "./read-titles.ts";
import type { RuleFigures } from "./rule-figures.ts";
import { precisionAtEqualRecall, type ScoredCase, tally } from "./tally.ts";
import type { Workbench } from "./workbench.ts";

const SAMPLE = 400;

/** Measures `no_support` on notes with the content of their neighbour, against notes with their own. */
export async function measureSupport(data: string, workbench: Workbench): Promise<RuleFigures[]> {
  const figures: RuleFigures[] = [];
  for (const set of ["scifact", "vault_nikiv"]) {
    const notes = takeEvenly(await readTexts(join(data, set)), SAMPLE);
    const cases: ScoredCase[] = [];
    for (const [index, note] of notes.entries()) {
      cases.push(await caseOf(note, note.content, workbench));
      cases.push(await caseOf(note, notes[(index + 1) % notes.length]!.content, workbench));
    }
    figures.push({
      rule: "no_support",
      on: `${set}, contents swapped`,
      against: "own contents",
      tally: tally(cases),
      baselines: [{ name: "cosine", precision: precisionAtEqualRecall(cases, ({ score }) => score ?? -1) }],
      bar: { precision: 0.9, recall: 0.5 },
    });
  }
  return figures;
}

async function caseOf(
  { title, content: own }: TitledText,
  content: string,
  { cosine }: Workbench,
): Promise<ScoredCase> {
  const [head] = noteWindows(content);
  const support = await cosine(title, content.slice(head!.start, head!.end));
  const fires = (await firesOn({ title, content, support }, [])).has("no_support");
  return { isPositive: content !== own, fires, score: -support };
}
