/** Formats a table whose first `texts` columns are text and the others numbers. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[], texts: number): string {
  const widths = heads.map((head, column) => Math.max(3, head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column < texts ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(" | ")} |`;
  const rule = widths.map((width, column) => (column < texts ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(heads), line(rule), ...rows.map(line)].map((text) => `${text}\n`).join("");
}
