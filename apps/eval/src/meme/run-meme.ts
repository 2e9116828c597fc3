import { resolve } from "node:path";
import { measureService } from "../measure/measure-service.ts";
import { createProgress } from "../progress.ts";
import { writeReport } from "../report/json-report.ts";
import type { Service } from "../service/service.ts";
import { type ArmMeasurement, type FoundLinks, measureArm } from "./measure-meme.ts";
import { figuresOfArm } from "./meme-figures.ts";
import { memeTable } from "./meme-table.ts";
import type { Arm } from "./meme-writes.ts";
import { readMeme } from "./read-meme.ts";

export interface MemeSettings {
  readonly meme: string;
  readonly arms: readonly Arm[];
  readonly url: string | undefined;
  readonly json: string | undefined;
  readonly details: boolean;
}

/** Tells a service facts that change, asks what follows, and prints which answers were right. */
export async function runMeme(settings: MemeSettings, openService: () => Promise<Service>): Promise<void> {
  const { json, meme: folder, arms } = settings;
  const progress = createProgress(process.stderr, () => performance.now());
  const episodes = await readMeme(folder);
  if (!episodes) {
    progress.writeLine(`meme: skipped, because there is no ${resolve(folder, "meme_facts.jsonl")}.`);
    return;
  }
  await measureService(openService, progress, async (context, service) => {
    const measurements: ArmMeasurement[] = [];
    const report = async () => {
      const content = { settings: { ...settings, meme: resolve(folder) }, meme: reportOf(measurements, settings) };
      if (json) await writeReport(json, content, context.run, service);
    };
    // An unwritable file must fail before the work, not after it.
    await report();
    for (const arm of arms) {
      const measurement = await measureArm(episodes, arm, context);
      measurements.push(measurement);
      progress.writeLine(`meme ${arm}: answered by ${measurement.models.join(", ")}.`);
      if (measurement.foundLinks) progress.writeLine(`meme ${arm}: ${tellLinks(measurement.foundLinks)}`);
      await report();
    }
    process.stdout.write(memeTable(measurements.map(figuresOfArm)));
  });
}

function tellLinks({ links, rightLinks, statedLinks }: FoundLinks): string {
  return `${links} suggested links accepted blindly; the texts state ${rightLinks} of them, and ${statedLinks} in all.`;
}

function reportOf(measurements: readonly ArmMeasurement[], { details }: MemeSettings): object {
  return measurements.map((measurement) => {
    const { answers, ...figures } = measurement;
    return { ...figures, ...figuresOfArm(measurement), ...(details && { answers }) };
  });
}
