import { readFileSync } from "node:fs";
import { type WorkLimit, WORK_LIMITS } from "./work.ts";

/** The limits of this process, on Linux only. */
const LIMITS_FILE = "/proc/self/limits";
const OPEN_FILES = /^Max open files\s+(\d+)/m;

/** Returns the limit of streams: each keeps a descriptor for hours, so half of them are left to requests and files. */
export function streamLimit(mostOfOne: number, limits: string | null = readLimits()): WorkLimit {
  const { stream } = WORK_LIMITS;
  const openFiles = Number(OPEN_FILES.exec(limits ?? "")?.[1] ?? Infinity);
  return { ...stream, mostOfOne, most: Math.min(stream.most, Math.floor(openFiles / 2)) };
}

function readLimits(): string | null {
  try {
    return readFileSync(LIMITS_FILE, "utf8");
  } catch {
    return null;
  }
}
