import type { SetFiles } from "./discover-sets.ts";
import type { EvaluationSet } from "./evaluation-set.ts";

/** Returns warnings about a set that can be read but is incomplete. */
export function remarksOn(set: EvaluationSet, files: SetFiles): string[] {
  if (!isJudged(set)) return ["left out: none of its questions is judged."];
  const documents = new Set(set.documents.map(({ id }) => id));
  const missing = new Set(judgedQueries(set).flatMap(({ id }) => [...(set.relevant.get(id) ?? [])])).difference(
    documents,
  );
  const remarks: string[] = [];
  if (missing.size > 0) remarks.push(`${missing.size} relevant documents are not in the corpus and cannot be found.`);
  if (files.links && !set.links)
    remarks.push("measured without links: some lead out of the corpus or into another group.");
  return remarks;
}

export function isJudged(set: EvaluationSet): boolean {
  return judgedQueries(set).length > 0;
}

function judgedQueries({ queries, relevant }: EvaluationSet) {
  return queries.filter(({ id }) => relevant.has(id));
}
