import type { Finding, FoundProblem } from "@knote/storage-sqlite";

const NAME_WIDTH = 13;

/** A line for each check, one for each thing that is or was wrong, and what to do. */
export function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(linesOf);
  return `${[...lines, "", summary(findings)].join("\n")}\n`;
}

function linesOf({ check, sound, problems, mended, lost }: Finding): string[] {
  const name = check.padEnd(NAME_WIDTH);
  if (problems.length + mended.length + lost.length === 0) return [`ok       ${name}${sound}`];
  return [
    ...problems.map((problem) => `wrong    ${name}${told(problem)}`),
    ...mended.map((problem) => `mended   ${name}${told(problem)}`),
    ...lost.map((problem) => `lost     ${name}${told(problem)}`),
  ];
}

function told({ what, count, example }: FoundProblem): string {
  const counted = `${what}: ${count.toLocaleString("en")}`;
  return example === null ? counted : `${counted}, for example ${example}`;
}

function summary(findings: readonly Finding[]): string {
  const problems = findings.flatMap((finding) => finding.problems);
  const mended = findings.flatMap((finding) => finding.mended);
  const lost = findings.flatMap((finding) => finding.lost);
  const derived = mended.length > 0 ? "What was wrong is derived again. " : "";
  if (problems.length === 0 && lost.length > 0)
    return `${derived}What is lost is counted no more, and only this run says so. It is in an earlier backup: knote restore <file> puts one in place.`;
  if (problems.length === 0) return `${derived}All ${findings.length} checks are fine.`;
  const advice = [
    ...(problems.some(({ canBeMended }) => canBeMended)
      ? ["Stop the server and run knote doctor --repair: it derives what can be."]
      : []),
    ...(problems.some(({ canBeMended }) => !canBeMended)
      ? ["What cannot be derived from the notes is in an earlier backup: knote restore <file> puts one in place."]
      : []),
  ];
  return `${derived}Not everything is as it must be. ${advice.join(" ")}`;
}
