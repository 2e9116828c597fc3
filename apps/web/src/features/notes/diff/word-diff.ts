export interface DiffPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Beyond this many changes the whole old text counts as removed and the whole new one as added. */
const MOST_CHANGES = 600;

/** Returns the word-by-word changes between two texts (Myers' shortest edit script). */
export function wordDiff(before: string, after: string): DiffPart[] {
  const old = wordsOf(before);
  const now = wordsOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const changes = changesOf(old.slice(start, old.length - end), now.slice(start, now.length - end));
  const same = (words: readonly string[]): DiffPart => ({ kind: "same", text: words.join("") });
  return mergeAdjacent([same(old.slice(0, start)), ...changes, same(old.slice(old.length - end))]);
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_'’-]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

function changesOf(old: readonly string[], now: readonly string[]): DiffPart[] {
  const trace = old.length === 0 || now.length === 0 ? null : shortestEdit(old, now);
  if (trace === null) {
    return [
      { kind: "removed", text: old.join("") },
      { kind: "added", text: now.join("") },
    ];
  }
  const parts: DiffPart[] = [];
  let x = old.length;
  let y = now.length;
  for (let d = trace.length - 1; x > 0 || y > 0; d--) {
    const reach = trace[d]!;
    const k = x - y;
    const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const fromX = d === 0 ? 0 : reach.get(down ? k + 1 : k - 1)!;
    const fromY = d === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY) {
      parts.push({ kind: "same", text: old[--x]! });
      y--;
    }
    if (d === 0) break;
    if (down) parts.push({ kind: "added", text: now[--y]! });
    else parts.push({ kind: "removed", text: old[--x]! });
  }
  return parts.toReversed();
}

/** Returns how far each diagonal reached before each step; null when there are too many steps. */
function shortestEdit(old: readonly string[], now: readonly string[]): ReadonlyMap<number, number>[] | null {
  const trace: Map<number, number>[] = [];
  const reach = new Map([[1, 0]]);
  for (let d = 0; d <= Math.min(old.length + now.length, MOST_CHANGES); d++) {
    trace.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      let y = x - k;
      while (x < old.length && y < now.length && old[x] === now[y]) {
        x++;
        y++;
      }
      reach.set(k, x);
      if (x >= old.length && y >= now.length) return trace;
    }
  }
  return null;
}

/** Merges adjacent parts of one kind; within a change, removed text comes before added text. */
function mergeAdjacent(parts: readonly DiffPart[]): DiffPart[] {
  const out: DiffPart[] = [];
  let removedText = "";
  let addedText = "";
  const flush = (): void => {
    if (removedText) out.push({ kind: "removed", text: removedText });
    if (addedText) out.push({ kind: "added", text: addedText });
    removedText = addedText = "";
  };
  for (const { kind, text } of parts) {
    if (text === "") continue;
    if (kind === "removed") removedText += text;
    else if (kind === "added") addedText += text;
    else {
      flush();
      const last = out.at(-1);
      if (last?.kind === "same") out[out.length - 1] = { kind, text: last.text + text };
      else out.push({ kind, text });
    }
  }
  flush();
  return out;
}
