import { PROBLEM_KINDS, type ProblemKind, type ReadSource } from "@knote/formats";

/** Problems of a kind that are shown; the report has all of them. */
const MOST_EXAMPLES = 3;

/** Describes what an import would send, and what it could not read. */
export function planText(name: string, { tool, candidates, notes, links, problems, otherFiles }: ReadSource): string {
  const tags = new Set(notes.flatMap((note) => note.tags.map((tag) => tag.toLowerCase())));
  const lines = [
    `${name} (${tool}): ${notes.length} notes, ${links.length} links, ${tags.size} tags`,
    ...countLine(
      "notes",
      notes.map(({ note_type }) => note_type),
    ),
    ...countLine(
      "links",
      links.map(({ relation }) => relation),
    ),
  ];
  for (const other of candidates.slice(1)) lines.push(`  could also be ${other.tool}: --as ${other.reader}`);
  if (otherFiles > 0) lines.push(`  files without notes: ${otherFiles}`);
  for (const [kind, ofKind] of Map.groupBy(problems, (problem) => problem.kind)) {
    lines.push(`  ${PROBLEM_KINDS[kind satisfies ProblemKind]}: ${ofKind.length}`);
    lines.push(...ofKind.slice(0, MOST_EXAMPLES).map(({ place, detail }) => `    ${place}: ${detail}`));
    if (ofKind.length > MOST_EXAMPLES) lines.push(`    and ${ofKind.length - MOST_EXAMPLES} more`);
  }
  return `${lines.join("\n")}\n`;
}

function countLine(of: string, values: readonly string[]): string[] {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => `${value} ${all.length}`);
  return counts.length === 0 ? [] : [`  ${of}: ${counts.join(", ")}`];
}
