import { beginTurn, type Turn } from "./in-turns.ts";

/** Texts that are sorted at once: about a millisecond. */
const RUN = 2_048;
const CHECK_EVERY = 512;

/** Returns the texts in ascending order of their code units; yields to other work when there are many. */
export async function sortInTurns(texts: readonly string[]): Promise<string[]> {
  const turn = beginTurn();
  let runs: string[][] = [];
  for (let start = 0; start < texts.length; start += RUN) {
    if (turn.isOver()) await turn.next();
    runs.push(texts.slice(start, start + RUN).sort());
  }
  while (runs.length > 1) {
    const longerRuns: string[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      longerRuns.push(await mergeRuns(runs[index]!, runs[index + 1] ?? [], turn));
    runs = longerRuns;
  }
  return runs[0] ?? [];
}

async function mergeRuns(one: readonly string[], other: readonly string[], turn: Turn): Promise<string[]> {
  const result: string[] = [];
  let [first, second] = [0, 0];
  while (first < one.length && second < other.length) {
    if (result.length % CHECK_EVERY === 0 && turn.isOver()) await turn.next();
    result.push(one[first]! <= other[second]! ? one[first++]! : other[second++]!);
  }
  for (; first < one.length; first++) result.push(one[first]!);
  for (; second < other.length; second++) result.push(other[second]!);
  return result;
}
