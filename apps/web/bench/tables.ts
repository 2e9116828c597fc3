import { cpus } from "node:os";
import { percentile } from "./record.ts";

/** A row of the first table. */
export interface Measure {
  readonly name: string;
  readonly p50: string;
  readonly worst: string;
  readonly goal: string;
}

type Cell = string | number;

/** Returns the median and the worst of several rounds. */
export function spread(values: readonly number[]): Pick<Measure, "p50" | "worst"> {
  const words = (value: number): string => Math.round(value).toLocaleString("en");
  return { p50: words(percentile(values, 0.5)), worst: words(percentile(values, 1)) };
}

export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.join(" | ")} |`;
  const rule = line(headings.map((_, index) => (index === 0 ? "---" : "--:")));
  return `${[line(headings), rule, ...rows.map(line)].join("\n")}\n`;
}

export function machine(): string {
  return `Node ${process.versions.node}, ${cpus()[0]?.model.trim()}, ${cpus().length} cores`;
}
