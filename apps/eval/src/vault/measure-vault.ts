import { Answer, RecallResults } from "@knote/contract";
import { untilIndexed } from "../measure/until-indexed.ts";
import type { MeasureContext } from "../measure/stored-set.ts";
import { gradeAnswer } from "./grade-answer.ts";
import { importVault } from "./import-vault.ts";
import type { Vault } from "./read-vault.ts";
import type { GradedQuestion } from "./vault-figures.ts";
import type { VaultQuestion } from "./vault-lines.ts";

const RECALL_LIMIT = 8;

export interface VaultMeasurement {
  readonly models: readonly string[];
  readonly notes: number;
  readonly links: number;
  readonly questions: readonly GradedQuestion[];
}

/** Imports the vault, waits until it is indexed, and asks its questions one after the other. */
export async function measureVault(vault: Vault, context: MeasureContext): Promise<VaultMeasurement> {
  const { client, progress, run } = context;
  const user = `eval:vault:${run}`;
  const keys = await importVault(vault, client, user);
  await untilIndexed(client, (pending) => progress.step("vault: notes still to be indexed", pending));
  const models = new Set<string>();
  const questions: GradedQuestion[] = [];
  for (const question of vault.questions) {
    const { model, ...gradedQuestion } = await askQuestion(question, vault, { client, user, keys });
    models.add(model);
    questions.push(gradedQuestion);
    progress.step("vault: questions", questions.length, vault.questions.length);
  }
  return { models: [...models].sort(), notes: vault.notes.length, links: vault.links.length, questions };
}

interface VaultUser {
  readonly client: MeasureContext["client"];
  readonly user: string;
  /** Keys of the vault's notes by their ids. */
  readonly keys: ReadonlyMap<string, string>;
}

async function askQuestion(
  question: VaultQuestion,
  { superseded }: Vault,
  { client, user, keys }: VaultUser,
): Promise<GradedQuestion & { readonly model: string }> {
  const { key, kind, language, question: query } = question;
  const keysOf = (notes: readonly { readonly id: string }[]) => notes.map(({ id }) => keys.get(id) ?? id);
  const post = { user, method: "POST" } as const;
  const begin = performance.now();
  const reply = await client.call({ ...post, path: "/api/ask", body: { query }, schema: Answer });
  const ms = performance.now() - begin;
  const body = { query, limit: RECALL_LIMIT };
  const recall = await client.call({ ...post, path: "/api/recall", body, schema: RecallResults });
  const sources = keysOf(reply.sources);
  const grade = gradeAnswer(question, { answer: reply.answer, sources }, superseded);
  const rightKeys = question.abstain ? [] : question.sources;
  const index = keysOf(recall.results).findIndex((noteKey) => rightKeys.includes(noteKey));
  return {
    key,
    kind,
    language,
    question: query,
    answer: reply.answer,
    sources,
    ...grade,
    rank: index < 0 ? null : index + 1,
    isAnswerable: rightKeys.length > 0,
    ms,
    model: reply.model,
  };
}
