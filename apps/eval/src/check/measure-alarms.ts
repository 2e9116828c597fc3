import { join } from "node:path";
import type { CheckRule } from "@knote/contract";
import type { Progress } from "../progress.ts";
import { readTable } from "../sets/read-lines.ts";
import { readTexts } from "./read-titles.ts";
import type { AlarmFigures, RuleFigures } from "./rule-figures.ts";
import { type ScoredCase, tally } from "./tally.ts";
import type { Workbench } from "./workbench.ts";

/** Checks the claims of people who write no contradictions, each before it is stored, and counts what is found. */
export async function measureAlarms(data: string, workbench: Workbench, progress: Progress): Promise<AlarmFigures> {
  const claims = await readTexts(join(data, "locomo"), "corpus_obs.jsonl");
  const perRule = new Map<CheckRule, number>();
  let count = 0;
  for (const { title, content, group } of claims) {
    for (const rule of await workbench.rulesFor(group, { title, content }))
      perRule.set(rule, (perRule.get(rule) ?? 0) + 1);
    await workbench.store(group, { title, content });
    progress.step("locomo: claims checked", ++count, claims.length);
  }
  return { notes: claims.length, perRule };
}

/**
 * Measures whether a note whose title another note names is one that its author linked: the notes of a wiki, without
 * their links. What is right but was never linked counts as wrong.
 */
export async function measureNames(data: string, workbench: Workbench, progress: Progress): Promise<RuleFigures> {
  const folder = join(data, "vault_nikiv");
  const notes = await readTexts(folder);
  const linkedPairs = new Set(
    (await readTable(join(folder, "links.tsv"))).flatMap(({ cells: [one, other] }) => [
      `${one} ${other}`,
      `${other} ${one}`,
    ]),
  );
  const ids = new Map<string, string>();
  for (const note of notes) {
    ids.set(await workbench.store("vault", note), note.id);
    progress.step("vault_nikiv: notes stored", ids.size, notes.length);
  }
  const linkedIds = new Set([...linkedPairs].map((pair) => pair.split(" ")[0]!));
  const cases: ScoredCase[] = [];
  for (const { id, title, content } of notes.filter((note) => linkedIds.has(note.id))) {
    for (const finding of await workbench.findings("vault", { title, content })) {
      const other = ids.get(finding.notes?.[0]?.id ?? "");
      if (finding.rule !== "unlinked_quote" || other === undefined || other === id) continue;
      cases.push({ isPositive: linkedPairs.has(`${id} ${other}`), fires: true });
    }
  }
  return {
    rule: "unlinked_quote",
    on: "vault_nikiv, links that its author made",
    against: "names without a link",
    tally: tally(cases),
    baselines: [],
    bar: { precision: 0.7 },
  };
}
