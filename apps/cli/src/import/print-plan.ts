import { type Plan, planOf, type ReadSource } from "@knote/formats";

/** Problems of a kind that are shown; the report has all of them. */
const MOST_EXAMPLES = 3;

/** Describes what an import would send, and what it could not read. */
export function planText(name: string, source: ReadSource): string {
  const { tool, candidates, notes, links, otherFiles } = source;
  const { tags, types, relations, problems } = planOf(source);
  const lines = [
    `${name} (${tool}): ${notes.length} notes, ${links.length} links, ${tags} tags`,
    ...countLine("notes", types),
    ...countLine("links", relations),
    ...candidates.slice(1).map((other) => `  could also be ${other.tool}: --as ${other.reader}`),
    ...(otherFiles > 0 ? [`  files without notes: ${otherFiles}`] : []),
  ];
  for (const { label, all } of problems) {
    lines.push(`  ${label}: ${all.length}`);
    lines.push(...all.slice(0, MOST_EXAMPLES).map(({ place, detail }) => `    ${place}: ${detail}`));
    if (all.length > MOST_EXAMPLES) lines.push(`    and ${all.length - MOST_EXAMPLES} more`);
  }
  return `${lines.join("\n")}\n`;
}

function countLine(of: string, counts: Plan["types"]): string[] {
  return counts.length === 0 ? [] : [`  ${of}: ${counts.map(({ name, count }) => `${name} ${count}`).join(", ")}`];
}
