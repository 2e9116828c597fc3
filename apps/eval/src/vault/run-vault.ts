import { resolve } from "node:path";
import { measureService } from "../measure/measure-service.ts";
import { createProgress } from "../progress.ts";
import { writeReport } from "../report/json-report.ts";
import type { Service } from "../service/service.ts";
import { measureVault, type VaultMeasurement } from "./measure-vault.ts";
import { readVault } from "./read-vault.ts";
import { vaultFigures } from "./vault-figures.ts";
import { vaultTable } from "./vault-table.ts";

export interface VaultSettings {
  readonly vault: string;
  readonly url: string | undefined;
  readonly json: string | undefined;
  readonly details: boolean;
}

/** Asks a vault's questions, grades the answers and prints how many were right. */
export async function runVault(settings: VaultSettings, openService: () => Promise<Service>): Promise<void> {
  const { json, vault: folder } = settings;
  const progress = createProgress(process.stderr, () => performance.now());
  const vault = await readVault(folder);
  await measureService(openService, progress, async (context, service) => {
    const report = async (figures: object) => {
      const content = { settings: { ...settings, vault: resolve(folder) }, ...figures };
      if (json) await writeReport(json, content, context.run, service);
    };
    // An unwritable file must fail before the work, not after it.
    await report({});
    const measurement = await measureVault(vault, context);
    await report(figuresOf(measurement, settings.details));
    progress.writeLine(`vault: answered by ${measurement.models.join(", ")}.`);
    process.stdout.write(vaultTable(measurement.questions));
  });
}

function figuresOf({ questions, ...measurement }: VaultMeasurement, details: boolean): object {
  return { vault: { ...measurement, figures: vaultFigures(questions), ...(details && { questions }) } };
}
