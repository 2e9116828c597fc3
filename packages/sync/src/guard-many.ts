import type { Row } from "./look/look.ts";
import type { SyncOptions } from "./session.ts";

/** So few are never many; more are when they are more than a fifth of all pairs. */
const FEW = 10;
const SHARE = 0.2;

/** Why a sync left something undone until somebody says that it is meant. */
export interface Guard {
  readonly kind: "files-gone" | "notes-gone" | "unknown-ids";
  readonly count: number;
}

/** Takes deletions and new notes out of the acts where they are suspiciously many. */
export function guardMany(
  rows: readonly Row[],
  { allowDeletes, adopt }: Pick<SyncOptions, "allowDeletes" | "adopt">,
): { readonly rows: readonly Row[]; readonly guards: readonly Guard[] } {
  const pairs = rows.filter(({ entry }) => entry !== null).length;
  const isMany = (count: number, all: number) => count > FEW && count > SHARE * all;
  const goneFiles = rows.filter(({ act }) => act === "delete-note").length;
  const goneNotes = rows.filter(({ entry, file, head }) => entry && file && head.kind !== "live").length;
  const unknownIds = rows.filter(isUnknown).length;
  const guards: Guard[] = [];
  if (!allowDeletes && isMany(goneFiles, pairs)) guards.push({ kind: "files-gone", count: goneFiles });
  if (!allowDeletes && isMany(goneNotes, pairs)) guards.push({ kind: "notes-gone", count: goneNotes });
  if (!adopt && isMany(unknownIds, rows.length)) guards.push({ kind: "unknown-ids", count: unknownIds });
  if (guards.length === 0) return { rows, guards };
  const isStopped = (row: Row) => row.act === "delete-note" || row.act === "trash-file" || isUnknown(row);
  return { rows: rows.map((row) => (isStopped(row) ? { ...row, act: "wait" } : row)), guards };
}

/** Whether a note would be made of a file that says it is another. */
function isUnknown({ act, file, head, id }: Row): boolean {
  return act === "create" && file !== null && file.id !== null && file.id === id && head.kind === "none";
}
