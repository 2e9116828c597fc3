import { requireOk } from "@knote/formats";
import { Command } from "commander";
import { type CommandContext, connectService, type ServiceOptions, withServiceOptions } from "../service-client.ts";
import { exportTo, openTarget } from "./export-to.ts";

interface ExportCommandOptions extends ServiceOptions {
  readonly history: boolean;
  readonly q?: string;
  readonly noteType: readonly string[];
  readonly tag: readonly string[];
  readonly state: readonly string[];
}

const collect = (value: string, earlier: readonly string[]) => [...earlier, value];

export function exportCommand(context: CommandContext): Command {
  const command = new Command("export")
    .description("Export notes as a folder or archive of Markdown, or as JSON lines.")
    .argument("<target>", "a folder, x.zip or x.jsonl")
    .option("--history", "into JSON lines also what notes were before; folders and archives always have it", false)
    .option("--q <search>", "only notes that match")
    .option("--note-type <type>", "only notes of this type", collect, [])
    .option("--tag <tag>", "only notes with this tag", collect, [])
    .option("--state <state>", "only notes in this state", collect, []);
  return withServiceOptions(command).action((target: string, options: ExportCommandOptions) =>
    runExport(context, target, options),
  );
}

async function runExport(context: CommandContext, path: string, options: ExportCommandOptions): Promise<void> {
  const target = await openTarget(path);
  const client = await connectService(context, options);
  const query = new URLSearchParams({ history: String(options.history || target.kind !== "lines") });
  if (options.q !== undefined) query.set("q", options.q);
  for (const [name, values] of [
    ["note_type", options.noteType],
    ["tag", options.tag],
    ["state", options.state],
  ] as const)
    for (const value of values) query.append(name, value);
  const response = await requireOk(await client.send(`/api/workspace/export?${query.toString()}`));
  const { notes, links, earlierPath } = await exportTo(target, await response.text());
  process.stdout.write(`${notes} notes and ${links} links exported to ${path}.\n`);
  if (earlierPath !== null) process.stdout.write(`The earlier export is now ${earlierPath}.\n`);
}
