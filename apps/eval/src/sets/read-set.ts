import { LIMITS } from "@knote/contract";
import * as z from "zod";
import { EvalError } from "../eval-error.ts";
import type { SetFiles } from "./discover-sets.ts";
import type { DocumentPair, EvaluationDocument, EvaluationQuery, EvaluationSet } from "./evaluation-set.ts";
import { cutToLength, noteTexts } from "./note-texts.ts";
import { readJsonLines, readTable } from "./read-lines.ts";

/** Leaves room in a user's id for the set and the run. */
const LONGEST_GROUP = 100;

const Name = z.union([z.string().trim().min(1, "must not be empty"), z.number().transform(String)]);
const Group = Name.refine((name) => name.length <= LONGEST_GROUP, `must have at most ${LONGEST_GROUP} characters`)
  .optional()
  .default("");

const DocumentLine = z
  .object({ id: Name, title: z.string().optional().default(""), text: z.string().optional().default(""), group: Group })
  .transform(({ id, title, text, group }) => ({ id, group, ...noteTexts(title, text) }))
  .refine(({ title }) => title !== "", "title and text are both empty");

const QueryLine = z.object({
  id: Name,
  text: z
    .string()
    .transform((text) => cutToLength(text, LIMITS.queryLength))
    .refine((text) => text !== "", "must not be empty"),
  group: Group,
  category: Name.optional(),
  answer: Name.optional(),
});

/** Reads a whole set. Throws an `EvalError` that names the line that does not fit. */
export async function readSet(files: SetFiles): Promise<EvaluationSet> {
  const documents: EvaluationDocument[] = await readJsonLines(files.corpus, DocumentLine);
  const queries = (await readJsonLines(files.queries, QueryLine)) as EvaluationQuery[];
  refuseDuplicateIds(files.corpus, documents);
  refuseDuplicateIds(files.queries, queries);
  const relevant = await readJudgements(files.qrels);
  const groups = new Map(documents.map(({ id, group }) => [id, group]));
  const judgedQueries = queries.filter(({ id }) => relevant.has(id));
  const asksDocuments = judgedQueries.length > 0 && judgedQueries.every(({ id }) => groups.has(id));
  return {
    name: files.name,
    task: asksDocuments ? "suggestions" : "recall",
    documents,
    queries,
    relevant,
    links: files.links && (await readLinks(files.links, groups)),
  };
}

function refuseDuplicateIds(file: string, items: readonly { readonly id: string }[]): void {
  const seenIds = new Set<string>();
  for (const { id } of items) {
    if (seenIds.has(id)) throw new EvalError(`${file}: the id ${id} occurs twice.`);
    seenIds.add(id);
  }
}

async function readJudgements(file: string): Promise<Map<string, Set<string>>> {
  const relevant = new Map<string, Set<string>>();
  for (const [index, { cells, place }] of (await readTable(file)).entries()) {
    const [query, document, relevance] = cells;
    const isNumber = /^-?\d+(\.\d+)?$/.test(relevance);
    if (!isNumber && index > 0) throw new EvalError(`${place}: the relevance ${relevance} is not a number.`);
    if (!isNumber || Number(relevance) <= 0) continue;
    relevant.set(query, (relevant.get(query) ?? new Set()).add(document));
  }
  return relevant;
}

/** Returns each pair once, in either direction; null if a link leads out of the set or into another group. */
async function readLinks(
  files: readonly string[],
  groups: ReadonlyMap<string, string>,
): Promise<DocumentPair[] | null> {
  const pairs = new Map<string, DocumentPair>();
  for (const file of files) {
    for (const [index, { cells }] of (await readTable(file)).entries()) {
      const [source, target, relation] = cells;
      if (index === 0 && relation === "relation") continue;
      if (!groups.has(source) || groups.get(source) !== groups.get(target)) return null;
      if (source !== target) pairs.set(JSON.stringify([source, target].sort()), [source, target]);
    }
  }
  return [...pairs.values()];
}
