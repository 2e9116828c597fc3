import { parseEnv } from "node:util";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@knote/config";
import { RECALL_MODES, type RecallMode } from "@knote/contract";
import { Command } from "commander";
import { type CheckSettings, runCheck } from "./check/run-check.ts";
import { EvalError } from "./eval-error.ts";
import type { EvalSettings } from "./eval-settings.ts";
import { type Arm, ARMS } from "./meme/meme-writes.ts";
import { type MemeSettings, runMeme } from "./meme/run-meme.ts";
import { runEval } from "./run-eval.ts";
import { startOwnService } from "./service/own-service.ts";
import { joinRunningService } from "./service/running-service.ts";
import { OWN_VAULT } from "./vault/own-vault.ts";
import { runVault, type VaultSettings } from "./vault/run-vault.ts";

interface EvalOptions {
  readonly data?: string;
  readonly vault?: string | true;
  readonly meme?: string;
  readonly arms?: string;
  readonly check?: true;
  readonly url?: string;
  readonly sets?: string;
  readonly modes?: string;
  readonly answers?: true;
  readonly sample?: string;
  readonly json?: string;
  readonly details?: true;
}

/** Options that say how sets are measured. */
const SET_OPTIONS = ["data", "sets", "modes", "answers", "sample"] as const;

type Variables = Readonly<Record<string, string | undefined>>;

export function evalCommand(readConfig: () => Config, environment: Variables): Command {
  return new Command("eval")
    .description("Measure recall, link suggestions and answers on a folder of questions whose answers are known.")
    .option("--data <folder>", "corpus*.jsonl, queries*.jsonl and qrels*.tsv, or subfolders with such files")
    .option("--vault [folder]", "grade the answers to a vault's questions (default: the repository's own vault)")
    .option("--meme <folder>", "tell facts that change and ask what follows (meme_facts.jsonl)")
    .option("--arms <arms>", `with --meme: only these of ${ARMS.join(",")} (default: all)`)
    .option("--check", "with --data: measure the rules of the check and of suggested relations")
    .option("--url <address>", "measure a running service (default: start a temporary one)")
    .option("--sets <names>", "only these sets, separated by commas")
    .option("--modes <modes>", `recall modes to measure, separated by commas (default: ${RECALL_MODES.join(",")})`)
    .option("--answers", "also ask the questions and judge the answers")
    .option("--sample <n>", "with --answers: ask only n questions of each set, spread evenly")
    .option("--json <file>", "write settings and figures to this file")
    .option("--details", "with --json: include the results of every question")
    .action(async (options: EvalOptions) => {
      const { url, vault, meme } = options;
      if (options.check) return await runCheck(checkSettingsOf(options));
      const openService = async () =>
        url === undefined
          ? startOwnService(await serviceVariables(environment))
          : joinRunningService(readConfig(), url);
      if (meme !== undefined) await runMeme(memeSettingsOf(options, meme), openService);
      else if (vault === undefined) await runEval(settingsOf(options), openService);
      else await runVault(vaultSettingsOf(options, vault), openService);
    });
}

function settingsOf({ data, arms, url, sets, modes, answers, sample, json, details }: EvalOptions): EvalSettings {
  if (data === undefined) throw new EvalError("Give --data <folder>, --vault or --meme <folder>.");
  if (arms !== undefined) throw new EvalError("--arms needs --meme.");
  if (sample !== undefined && !answers) throw new EvalError("--sample needs --answers.");
  requireFileOfDetails(details, json);
  return {
    data,
    url,
    sets: sets?.split(",").map((name) => name.trim()),
    modes: modes?.split(",").map(modeOf) ?? RECALL_MODES,
    answers: answers ?? false,
    sample: sample === undefined ? undefined : countOf(sample),
    json,
    details: details ?? false,
  };
}

function vaultSettingsOf({ url, json, details, ...others }: EvalOptions, vault: string | true): VaultSettings {
  refuseOptions(others, [...SET_OPTIONS, "arms"], "--vault");
  requireFileOfDetails(details, json);
  return { vault: vault === true ? OWN_VAULT : vault, url, json, details: details ?? false };
}

function memeSettingsOf({ arms, url, json, details, ...others }: EvalOptions, meme: string): MemeSettings {
  refuseOptions(others, [...SET_OPTIONS, "vault"], "--meme");
  requireFileOfDetails(details, json);
  return { meme, arms: arms?.split(",").map(armOf) ?? ARMS, url, json, details: details ?? false };
}

function refuseOptions(options: EvalOptions, names: readonly (keyof EvalOptions)[], mode: string): void {
  const misplaced = names.find((name) => options[name] !== undefined);
  if (misplaced) throw new EvalError(`--${misplaced} cannot be combined with ${mode}.`);
}

function armOf(name: string): Arm {
  const arm = ARMS.find((one) => one === name.trim());
  if (!arm) throw new EvalError(`--arms takes ${ARMS.join(", ")}, not ${name.trim()}.`);
  return arm;
}

function checkSettingsOf({ data, json, check: _, ...others }: EvalOptions): CheckSettings {
  if (data === undefined) throw new EvalError("Give --data <folder>.");
  const [misplaced] = Object.keys(others);
  if (misplaced) throw new EvalError(`--${misplaced} cannot be combined with --check.`);
  return { data, json };
}

function requireFileOfDetails(details: true | undefined, json: string | undefined): void {
  if (details && json === undefined) throw new EvalError("--details needs --json.");
}

function modeOf(name: string): RecallMode {
  const mode = RECALL_MODES.find((one) => one === name.trim());
  if (!mode) throw new EvalError(`--modes takes ${RECALL_MODES.join(", ")}, not ${name.trim()}.`);
  return mode;
}

function countOf(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new EvalError("--sample is a whole number of at least 1.");
  return count;
}

/** Returns the settings of a service started here: `.env`, overridden by the environment. */
async function serviceVariables(environment: Variables): Promise<Variables> {
  const file = await readFile(join(process.cwd(), ".env"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const nonEmptyEntries = Object.entries(environment).filter(([, value]) => value?.trim());
  return { ...parseEnv(file), ...Object.fromEntries(nonEmptyEntries) };
}
