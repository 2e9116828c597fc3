import papaparse from "papaparse";

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** Parses CSV with a line of column names; the separator is found out. */
export function parseCsv(text: string): Table {
  const { data, meta } = papaparse.parse<Record<string, string>>(text.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: "greedy",
  });
  return { columns: meta.fields ?? [], rows: data };
}
