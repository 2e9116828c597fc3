import type { Storage } from "@knote/api";
import type { Config } from "@knote/config";
import { isServed } from "@knote/storage-sqlite";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { openData } from "../open-data.ts";
import { printEstimate } from "./print-estimate.ts";
import { watchIndexing } from "./watch-indexing.ts";

interface ReindexOptions {
  readonly estimate?: true;
  readonly watch?: true;
}

export function reindexCommand(readConfig: () => Config): Command {
  return new Command("reindex")
    .description(
      "Let the server embed all notes again, while it runs or when it starts; the present vectors answer meanwhile.",
    )
    .option("--estimate", "only print what the configured embedder would take for all notes")
    .option("--watch", "show progress until all is done; what is under way is not begun again")
    .action((options: ReindexOptions) => reindex(readConfig(), options));
}

async function reindex(config: Config, { estimate, watch }: ReindexOptions): Promise<void> {
  const storage = await openData(config);
  try {
    if (estimate) await printEstimate(config, storage);
    else await renew(config, storage, watch === true);
  } finally {
    await storage.close();
  }
}

async function renew(config: Config, storage: Storage, watch: boolean): Promise<void> {
  const { serving, next } = await storage.vectors.models();
  const model = next ?? serving;
  if (model === null) throw new CliError("Nothing was embedded yet: the server does that when it runs.");
  const underWay = next !== null || (watch && (await storage.vectors.pending(model)) > 0);
  if (!underWay) await storage.vectors.renew(model);
  const due = `${(await storage.vectors.pending(model)).toLocaleString("en")} notes are due to be embedded by ${model}`;
  process.stdout.write(`${due}${underWay ? "; this was under way" : ""}.\n`);
  // Of a cluster only its servers know whether one runs: it is taken for granted.
  const { storage: place } = config;
  const isRunning = () => place.kind === "mongo" || isServed(place);
  if (watch) await watchIndexing({ storage, model, isRunning });
  else if (!isRunning()) process.stdout.write("No server is running: it does the work when it starts.\n");
}
