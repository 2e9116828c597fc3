import type { Waiting } from "@knote/contract";

export type StillWaiting = Readonly<Record<keyof Waiting, number>>;

/** Counts the matters of each kind that are open; what was looked at, the server leaves out itself. */
export function stillWaiting({ contested, reviews }: Waiting, dismissedKeys: ReadonlySet<string>): StillWaiting {
  const dismissedPairs = contested.keys.filter((key) => dismissedKeys.has(key)).length;
  return { contested: contested.total - dismissedPairs, reviews };
}
