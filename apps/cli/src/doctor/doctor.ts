import { existsSync } from "node:fs";
import type { Config } from "@knote/config";
import { examineData, mendData, type Finding } from "@knote/storage-sqlite";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { dataFolder } from "../open-data.ts";
import { languageAdvice } from "./language-advice.ts";
import { report } from "./report.ts";

const PROBLEMS_EXIT = 1;
const UNCHECKED_EXIT = 2;

interface DoctorOptions {
  readonly repair?: true;
  readonly json?: true;
}

export function doctorCommand(readConfig: () => Config): Command {
  return new Command("doctor")
    .description(
      "Check that all data derived from the notes agrees with them, even while the server runs. Ends with 0 if it does, 1 if something is wrong, 2 if the check could not run.",
    )
    .option("--repair", "derive wrong data again where possible; the server must be stopped")
    .option("--json", "print the findings as JSON")
    .action((options: DoctorOptions) => doctor(readConfig(), options));
}

async function doctor(config: Config, { repair, json }: DoctorOptions): Promise<void> {
  // A failure of the check itself must not look like a finding.
  process.exitCode = UNCHECKED_EXIT;
  const dataDir = dataFolder(config, "check it with the tools of MongoDB and Qdrant (docs/operations.md)");
  const findings = findProblems(dataDir, repair === true);
  const isSound = findings.every(({ problems, lost }) => problems.length + lost.length === 0);
  const advice = isSound && !repair ? await languageAdvice(config, dataDir) : [];
  process.stdout.write(json ? `${JSON.stringify({ findings, advice }, null, 2)}\n` : report(findings, advice));
  process.exitCode = isSound ? 0 : PROBLEMS_EXIT;
}

function findProblems(dataDir: string, repair: boolean): Finding[] {
  if (!existsSync(dataDir))
    throw new CliError(`There is no data folder ${dataDir}: start the server once, or set DATA_DIR.`);
  return repair ? mendData({ dataDir }) : examineData({ dataDir });
}
