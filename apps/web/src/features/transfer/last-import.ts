/** The notes that the latest import of this browser created, for its undo. Only ids are stored. */
export interface LastImport {
  /** When it began, ISO 8601. */
  readonly at: string;
  readonly name: string;
  readonly ids: readonly string[];
}

const KEY = "knote.last-import";

export function readLastImport(storage: Storage): LastImport | null {
  try {
    const last = JSON.parse(storage.getItem(KEY) ?? "null") as Partial<LastImport> | null;
    const isWhole = typeof last?.at === "string" && typeof last.name === "string" && Array.isArray(last.ids);
    return isWhole ? (last as LastImport) : null;
  } catch {
    // An unreadable entry counts as none.
    return null;
  }
}

/** Stores it in the place of the one before; without room, a reload forgets it. */
export function keepLastImport(storage: Storage, last: LastImport): void {
  if (last.ids.length === 0) return;
  try {
    storage.setItem(KEY, JSON.stringify(last));
  } catch {
    storage.removeItem(KEY);
  }
}

export function forgetLastImport(storage: Storage): void {
  storage.removeItem(KEY);
}
