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
    .description("Let the server embed all notes again, now or when it starts; the old vectors answer meanwhile.")
    .option("--estimate", "only print what the configured embedder would take for all notes")
    .option("--watch", "show progress until all is done; work under way is not restarted")
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
  if (model === null) throw new CliError("No notes are embedded yet: the server embeds them when it runs.");
  const underWay = next !== null || (watch && (await storage.vectors.pending(model)) > 0);
  if (!underWay) await storage.vectors.renew(model);
  const due = `${(await storage.vectors.pending(model)).toLocaleString("en")} notes are due to be embedded by ${model}`;
  process.stdout.write(`${due}${underWay ? "; already under way" : ""}.\n`);
  // Whether a cluster's servers run cannot be known here: assume so.
  const { storage: place } = config;
  const isRunning = () => place.kind === "mongo" || isServed(place);
  if (watch) await watchIndexing({ storage, model, isRunning });
  else if (!isRunning()) process.stdout.write("No server is running: the work begins when one starts.\n");
}
