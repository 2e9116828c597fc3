import type { Finding, FoundProblem } from "@knote/storage-sqlite";

const NAME_WIDTH = 13;

/** Renders a line for each check or each of its problems, what to do about them, and further advice. */
export function report(findings: readonly Finding[], advice: readonly string[]): string {
  const lines = findings.flatMap(linesOf);
  return `${[...lines, "", summary(findings), ...advice].join("\n")}\n`;
}

function linesOf({ check, sound, problems, mended, lost }: Finding): string[] {
  const name = check.padEnd(NAME_WIDTH);
  if (problems.length + mended.length + lost.length === 0) return [`ok       ${name}${sound}`];
  return [
    ...problems.map((problem) => `wrong    ${name}${describe(problem)}`),
    ...mended.map((problem) => `repaired ${name}${describe(problem)}`),
    ...lost.map((problem) => `lost     ${name}${describe(problem)}`),
  ];
}

function describe({ what, count, example }: FoundProblem): string {
  const text = `${what}: ${count.toLocaleString("en")}`;
  return example === null ? text : `${text}, for example ${example}`;
}

function summary(findings: readonly Finding[]): string {
  const problems = findings.flatMap((finding) => finding.problems);
  const repairs = findings.flatMap((finding) => finding.mended);
  const losses = findings.flatMap((finding) => finding.lost);
  const repairSentence = repairs.length > 0 ? "The wrong data was derived again. " : "";
  if (problems.length === 0 && losses.length > 0)
    return `${repairSentence}Lost data is no longer counted, so only this run reports it. An earlier backup may hold it: knote restore <file> puts one in place.`;
  if (problems.length === 0) return `${repairSentence}All ${findings.length} checks are fine.`;
  const advice = [
    ...(problems.some(({ canBeMended }) => canBeMended)
      ? ["Stop the server and run knote doctor --repair: it derives again what it can."]
      : []),
    ...(problems.some(({ canBeMended }) => !canBeMended)
      ? ["For what cannot be derived from the notes, put an earlier backup in place: knote restore <file>."]
      : []),
  ];
  return `${repairSentence}Some checks failed. ${advice.join(" ")}`;
}
