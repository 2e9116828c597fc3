/** One line of an export: an object with one field, which names its kind. */
export type ExportLine = Readonly<Record<string, object>>;
