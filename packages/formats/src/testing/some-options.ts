import type { ImportOptions } from "../import/import-options.ts";

export function someOptions(changes: Partial<ImportOptions> = {}): ImportOptions {
  return {
    source: "vault",
    defaultType: "fact",
    types: [],
    relations: [],
    skip: [],
    split: false,
    empty: false,
    columns: [],
    at: "",
    now: "2026-11-01T00:00:00.000Z",
    ...changes,
  };
}
