import { writeFile } from "node:fs/promises";
import { NOTE_TYPES, type NoteType } from "@knote/contract";
import {
  type ImportOptions,
  newReport,
  READER_NAMES,
  type ReaderName,
  readSource,
  sendGraph,
  type SendingState,
  writeReport,
} from "@knote/formats";
import { Command, Option } from "commander";
import { CliError } from "../cli-error.ts";
import { isConfirmed } from "../confirm.ts";
import { createProgressLine, pace } from "../progress-line.ts";
import { type CommandContext, connectService, type ServiceOptions, withServiceOptions } from "../service-client.ts";
import { openSource } from "./open-source.ts";
import { planText } from "./print-plan.ts";
import { reportPath } from "./report-file.ts";
import { undoReportedImport } from "./undo-reported-import.ts";

interface ImportCommandOptions extends ServiceOptions {
  readonly as?: ReaderName;
  readonly source?: string;
  readonly type: readonly string[];
  readonly defaultType: NoteType;
  readonly relation: readonly string[];
  readonly columns: readonly string[];
  readonly at: string;
  readonly split: boolean;
  readonly empty: boolean;
  readonly skip: readonly string[];
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly undo?: string;
}

const WITHOUT_TERMINAL = "Add --yes to import without a question, or --dry-run to see the plan only.";

const collect = (value: string, earlier: readonly string[]) => [...earlier, value];
const collectList = (value: string, earlier: readonly string[]) => [...earlier, ...value.split(",")];

export function importCommand(context: CommandContext): Command {
  const command = new Command("import")
    .description("Import notes from a folder, an archive or a file of another tool or of Knote.")
    .argument("[source]", "the folder, archive or file")
    .addOption(new Option("--as <form>", "read it as this, instead of finding out").choices(READER_NAMES))
    .option("--source <name>", "tells this source from others in the keys; by default its name")
    .option("--type <rule>", "such as decisions/**=decision or type:meeting=experience", collect, [])
    .addOption(new Option("--default-type <type>", "of notes without one").choices(NOTE_TYPES).default("fact"))
    .option("--relation <rule>", "such as up=derived_from, or next=<extends for the other way", collect, [])
    .option("--columns <rules>", "of a table, such as title=Highlight,content=Note", collectList, [])
    .option("--at <path>", "where the list lies in a JSON file, such as data.results", "")
    .option("--split", "divide texts that are too long", false)
    .option("--empty", "take notes without text too", false)
    .option("--skip <pattern>", "leave out these paths, such as Templates/**", collect, [])
    .option("--dry-run", "show the plan and send nothing", false)
    .option("--yes", "import without a question", false)
    .option("--undo <report>", "delete what an import created and nobody has changed since");
  return withServiceOptions(command).action((source: string | undefined, options: ImportCommandOptions) =>
    options.undo === undefined
      ? runImport(context, source, options)
      : connectService(context, options).then((client) => undoReportedImport(client, options.undo!)),
  );
}

async function runImport(
  context: CommandContext,
  path: string | undefined,
  options: ImportCommandOptions,
): Promise<void> {
  if (path === undefined) throw new CliError("Name the folder, archive or file to import.");
  const progress = createProgressLine(process.stderr);
  const source = await openSource(path);
  const graph = await readSource(source, importOptions(options, source.name), {
    ...(options.as && { reader: options.as }),
    onProgress: (count, total) => progress.line(`Read ${count} of ${total} files`),
  });
  progress.end();
  process.stdout.write(planText(source.name, graph));
  if (options.dryRun || graph.notes.length + graph.links.length === 0) return;
  const client = await connectService(context, options);
  if (!options.yes && !(await isConfirmed(`Import into ${client.address}?`, WITHOUT_TERMINAL))) return;
  const at = new Date().toISOString();
  const reportFile = reportPath(path, at);
  const report = newReport({
    at,
    service: client.address,
    reader: graph.reader,
    result: null,
    problems: graph.problems,
  });
  await writeFile(reportFile, writeReport(report));
  const startedAt = performance.now();
  const onState = async (state: SendingState): Promise<void> => {
    await writeFile(reportFile, writeReport({ ...report, result: state }));
    const seconds = (performance.now() - startedAt) / 1_000;
    progress.line(
      `Sent ${state.sentLines} of ${state.total}${pace(state.sentLines, state.total - state.sentLines, seconds)}`,
    );
  };
  const result = await sendGraph(client, graph, { onState });
  progress.end();
  process.stdout.write(resultText(result, reportFile));
  if (result.refusals.length > 0) process.exitCode = 1;
}

function importOptions(options: ImportCommandOptions, name: string): ImportOptions {
  const { source = name, type: types, relation: relations, defaultType, columns, at, split, empty, skip } = options;
  return { source, types, relations, defaultType, columns, at, split, empty, skip, now: new Date().toISOString() };
}

function resultText({ created, existing, differing, links, refusals }: SendingState, reportFile: string): string {
  const lines = [
    `${created.length} notes created, ${links} links made, ${existing} there already (${differing} of them with another text), ${refusals.length} refused.`,
    ...refusals.slice(0, 10).map(({ place, detail }) => `  ${place}: ${detail}`),
    `Report: ${reportFile}`,
  ];
  return `${lines.join("\n")}\n`;
}
