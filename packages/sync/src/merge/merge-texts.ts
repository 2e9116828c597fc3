import { diffArrays } from "diff";

/** Most changed lines of one side: beyond, comparing takes too long, and a merger would be a guess. */
const MOST_CHANGES = 2_000;

/** Lines of the base that one side replaced. */
interface Hunk {
  /** Index of the first replaced line, and of the first line after them. */
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * Merges two texts that were made from a base, by lines. Returns null when both change the same or neighbouring lines
 * in different ways, or when the texts differ too much. It does not matter which side is which.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const baseLines = linesOf(base);
  const [myHunks, theirHunks] = [hunksOf(baseLines, mine), hunksOf(baseLines, theirs)];
  if (myHunks === null || theirHunks === null) return null;
  const hunks = joinHunks(myHunks, theirHunks);
  return hunks === null ? null : apply(baseLines, hunks);
}

/** A last line without an end counts like the others, so that a line after it does not change it. */
function linesOf(text: string): string[] {
  return `${text}\n`.split(/(?<=\n)/);
}

function hunksOf(base: readonly string[], text: string): Hunk[] | null {
  const parts = diffArrays([...base], linesOf(text), { maxEditLength: MOST_CHANGES });
  if (parts === undefined) return null;
  const hunks: Hunk[] = [];
  let at = 0;
  let open: { from: number; lines: string[] } | null = null;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      if (open !== null) hunks.push({ ...open, to: at });
      open = null;
      at += value.length;
      continue;
    }
    open ??= { from: at, lines: [] };
    if (added) open.lines.push(...value);
    else at += value.length;
  }
  if (open !== null) hunks.push({ ...open, to: at });
  return hunks;
}

/** Joins the hunks of both sides in order; null when two of them touch without being the same. */
function joinHunks(mine: readonly Hunk[], theirs: readonly Hunk[]): Hunk[] | null {
  const joint: Hunk[] = [];
  const [mineLeft, theirsLeft] = [[...mine], [...theirs]];
  for (;;) {
    const [one, other] = [mineLeft[0], theirsLeft[0]];
    if (one === undefined || other === undefined) return [...joint, ...mineLeft, ...theirsLeft];
    if (isSameHunk(one, other)) {
      joint.push(one);
      mineLeft.shift();
      theirsLeft.shift();
    } else if (one.from <= other.to && other.from <= one.to) return null;
    else joint.push(one.from < other.from ? mineLeft.shift()! : theirsLeft.shift()!);
  }
}

function isSameHunk(one: Hunk, other: Hunk): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.lines.length === other.lines.length &&
    one.lines.every((line, index) => line === other.lines[index])
  );
}

function apply(base: readonly string[], hunks: readonly Hunk[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, lines } of hunks) {
    pieces.push(...base.slice(at, from), ...lines);
    at = to;
  }
  return [...pieces, ...base.slice(at)].join("").replace(/\n$/, "");
}
