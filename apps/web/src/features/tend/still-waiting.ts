import type { Waiting } from "@knote/contract";

export type StillWaiting = Readonly<Record<keyof Waiting, number>>;

/** Counts the matters of each kind that were not dismissed. */
export function stillWaiting({ contested, foundations }: Waiting, dismissedKeys: ReadonlySet<string>): StillWaiting {
  const open = ({ total, keys }: Waiting["contested"]) => total - keys.filter((key) => dismissedKeys.has(key)).length;
  return { contested: open(contested), foundations: open(foundations) };
}
