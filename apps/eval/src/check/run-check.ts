import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { EvalError } from "../eval-error.ts";
import { createProgress } from "../progress.ts";
import { writeReport } from "../report/json-report.ts";
import { VERSION } from "@knote/config";
import { alarmTable, ruleTable } from "./check-table.ts";
import { measureAlarms, measureNames } from "./measure-alarms.ts";
import { measureFacts } from "./measure-facts.ts";
import { measureOtherwise } from "./measure-otherwise.ts";
import { measureProposals } from "./measure-proposals.ts";
import { measureSupport } from "./measure-support.ts";
import { measureTitles } from "./measure-titles.ts";
import { openWorkbench } from "./workbench.ts";

export interface CheckSettings {
  readonly data: string;
  readonly json: string | undefined;
}

/** The sets that the rules are measured on. */
const SETS = ["fever_symmetric", "locomo", "meme_facts", "scifact", "vault_nikiv"];

/** Measures the rules of the check and of suggested relations, and prints how right and how noisy they are. */
export async function runCheck({ data, json }: CheckSettings): Promise<void> {
  await requireSets(data);
  const progress = createProgress(process.stderr, () => performance.now());
  await using workbench = await openWorkbench();
  try {
    const otherwise = await measureOtherwise(join(data, "fever_symmetric"), workbench);
    progress.writeLine("fever_symmetric: measured.");
    const titles = await measureTitles(data);
    const facts = await measureFacts(data);
    const proposals = await measureProposals(data);
    const support = await measureSupport(data, workbench);
    progress.writeLine("titles, facts and contents: measured.");
    const names = await measureNames(data, workbench, progress);
    const alarms = await measureAlarms(data, workbench, progress);
    const rules = [...otherwise, ...titles, ...facts.rows, ...proposals, ...support, names];
    const { right, offers, edges } = facts.targets;
    process.stdout.write(
      `${ruleTable(rules)}\nA cue named the right note in ${right} of ${offers} offers; ${edges} were to be found.\n\n`,
    );
    process.stdout.write(alarmTable(alarms));
    const figures = {
      rules,
      targets: facts.targets,
      alarms: { ...alarms, perRule: Object.fromEntries(alarms.perRule) },
    };
    if (json !== undefined)
      await writeReport(json, { settings: { data: resolve(data) }, check: figures }, "check", VERSION);
  } finally {
    progress.clear();
  }
}

async function requireSets(data: string): Promise<void> {
  const names = new Set(await readdir(data).catch(() => []));
  const missing = SETS.filter((set) => !names.has(set));
  if (missing.length > 0) throw new EvalError(`${data} lacks ${missing.join(", ")}: --check needs these sets.`);
}
