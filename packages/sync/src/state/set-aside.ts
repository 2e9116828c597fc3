import { DAY_MS, LIMITS } from "@knote/contract";
import type { TRASH, UNDO } from "./layout.ts";

/** A file in `undo` or `trash`, whose name says all that is known of it. */
export interface SetAside {
  readonly path: string;
  /** When it was put there, in milliseconds since 1970. */
  readonly at: number;
  /** The note that it was of; null when it was of none. */
  readonly id: string | null;
  /** `digestOfBytes` of what it held then. */
  readonly file: string;
}

const NAME = /^(\d+)_([\da-f-]{36}|none)_([\w-]{43})_[\w-]+\.md$/;

/** Returns a fresh name for a file that is set aside. */
export function asidePath(folder: typeof UNDO | typeof TRASH, aside: Omit<SetAside, "path">, fresh: string): string {
  return `${folder}/${aside.at}_${aside.id ?? "none"}_${aside.file}_${fresh}.md`;
}

/** Reads the name of a file that was set aside; null for one that somebody else put there. */
export function readAside(folder: string, name: string): SetAside | null {
  const [, at, id, file] = NAME.exec(name) ?? [];
  if (at === undefined || id === undefined || file === undefined) return null;
  return { path: `${folder}/${name}`, at: Number(at), id: id === "none" ? null : id, file };
}

/** Whether a file has been set aside for as long as the server keeps what it deletes. */
export function isExpired({ at }: SetAside, now: number): boolean {
  return now - at > LIMITS.trashDays * DAY_MS;
}
