import { Answer } from "@knote/contract";
import { EvalError } from "../eval-error.ts";
import type { MeasureContext } from "../measure/stored-set.ts";
import { untilIndexed } from "../measure/until-indexed.ts";
import { acceptSuggestions } from "./accept-suggestions.ts";
import type { Episode, MemeFact, MemeQuestion, Task } from "./meme-lines.ts";
import { type Arm, writesOf } from "./meme-writes.ts";
import { goldOf, scoreAnswer, type Score } from "./score-answer.ts";

/** An answer after the change, with what is needed to count it. */
export interface ScoredAnswer extends Score {
  readonly episode: string;
  readonly task: Task | "calm";
  readonly hop: number | null;
  readonly question: string;
  readonly gold: string;
  readonly answer: string;
  readonly isFlawed: boolean;
  /** The answer to the same question before the change; null where it was not asked. */
  readonly answerBefore: string | null;
  /** Whether that was right; true where it was not asked. */
  readonly rightBefore: boolean;
}

export interface ArmMeasurement {
  readonly arm: Arm;
  readonly models: readonly string[];
  /** In the arm `found`, what the rules suggested. */
  readonly foundLinks: FoundLinks | null;
  readonly answers: readonly ScoredAnswer[];
}

export interface FoundLinks {
  readonly links: number;
  /** How many of them the text of the notes states, and how many it states at all. */
  readonly rightLinks: number;
  readonly statedLinks: number;
}

interface ArmRun {
  readonly context: MeasureContext;
  readonly arm: Arm;
  readonly models: Set<string>;
  userOf(episode: Episode): string;
}

/** Tells each episode to a user of its own and asks its questions, before the change and after it. */
export async function measureArm(
  episodes: readonly Episode[],
  arm: Arm,
  context: MeasureContext,
): Promise<ArmMeasurement> {
  const userOf = ({ id }: Episode) => `eval:meme:${context.run}:${arm}:${id}`;
  const run: ArmRun = { context, arm, models: new Set(), userOf };
  const now = Date.now();
  const ids = new Map(episodes.map((episode) => [episode, new Map<string, string>()]));
  const write = async (phase: MemeFact["phase"]) => {
    for (const episode of episodes) await writePhase(run, episode, phase, { now, ids: ids.get(episode)! });
    await untilIndexed(context.client, (pending) => context.progress.step(`meme ${arm}: to be indexed`, pending));
  };
  await write("before");
  const foundLinks = arm === "found" ? await findLinks(run, ids) : null;
  const earlierAnswers = new Map<MemeQuestion, string>();
  for (const episode of episodes)
    for (const question of episode.before) earlierAnswers.set(question, await ask(run, episode, question.question));
  await write("after");
  const answers: ScoredAnswer[] = [];
  for (const [index, episode] of episodes.entries()) {
    answers.push(...(await askAfter(run, episode, earlierAnswers)));
    context.progress.step(`meme ${arm}: episodes`, index + 1, episodes.length);
  }
  return { arm, models: [...run.models].sort(), foundLinks, answers };
}

async function writePhase(
  { context: { client }, arm, userOf }: ArmRun,
  episode: Episode,
  phase: MemeFact["phase"],
  { now, ids }: { readonly now: number; readonly ids: Map<string, string> },
): Promise<void> {
  const { notes, links, deletions } = writesOf(episode, phase, arm, now);
  const user = userOf(episode);
  const lines = [...notes.map((note) => ({ note })), ...links.map((link) => ({ link }))];
  const results = lines.length === 0 ? [] : await client.importLines(user, lines);
  const failure = results.find(({ status }) => status === "error");
  if (failure) throw new EvalError(`${episode.id}: a line of the import was refused: ${JSON.stringify(failure)}`);
  for (const [index, { key }] of notes.entries()) ids.set(key!, results[index]!.id!);
  for (const key of deletions) {
    const path = `/api/workspace/notes/${ids.get(key)}`;
    await client.call({ user, method: "DELETE", path, schema: NOTHING });
  }
}

/** Accepts what the rules suggest for each note, in the order of the notes. */
async function findLinks(
  { context: { client }, userOf }: ArmRun,
  idsByEpisode: ReadonlyMap<Episode, ReadonlyMap<string, string>>,
): Promise<FoundLinks> {
  const counts = { links: 0, rightLinks: 0, statedLinks: 0 };
  for (const [episode, ids] of idsByEpisode) {
    const restLinks = writesOf(episode, "before", "on", 0).links.filter(({ relation }) => relation === "depends_on");
    const statedPairs = new Set(restLinks.map(({ source, target }) => `${ids.get(source)} ${ids.get(target)}`));
    const pairs = await acceptSuggestions(client, userOf(episode), ids.values());
    counts.links += pairs.length;
    counts.rightLinks += pairs.filter(({ source, target }) => statedPairs.has(`${source} ${target}`)).length;
    counts.statedLinks += statedPairs.size;
  }
  return counts;
}

async function askAfter(
  run: ArmRun,
  episode: Episode,
  earlierAnswers: ReadonlyMap<MemeQuestion, string>,
): Promise<ScoredAnswer[]> {
  const answers: ScoredAnswer[] = [];
  const rootValue = episode.root_change.after;
  for (const question of episode.after) {
    const before = episode.before.find((one) => isSameQuestion(one, question));
    const gold = goldOf(question, before, rootValue);
    const answer = await ask(run, episode, question.question);
    const earlierGold = before && goldOf(before, undefined, rootValue);
    answers.push({
      episode: episode.id,
      task: question.task,
      hop: question.hop ?? null,
      question: question.question,
      gold: question.answer,
      answer,
      isFlawed: question.flawed !== undefined,
      rightBefore: !earlierGold || scoreAnswer(earlierAnswers.get(before)!, earlierGold).hasGold,
      answerBefore: before ? earlierAnswers.get(before)! : null,
      ...scoreAnswer(answer, gold),
    });
  }
  for (const { question, answer: gold } of episode.calm) {
    const answer = await ask(run, episode, question);
    const score = scoreAnswer(answer, { values: [gold], inOrder: false, oldValues: [], rootValue });
    answers.push({
      episode: episode.id,
      task: "calm",
      hop: null,
      question,
      gold,
      answer,
      isFlawed: false,
      answerBefore: null,
      rightBefore: true,
      ...score,
    });
  }
  return answers;
}

function isSameQuestion(one: MemeQuestion, other: MemeQuestion): boolean {
  return one.task === other.task && one.hop === other.hop && one.entity.join() === other.entity.join();
}

async function ask({ context, models, userOf }: ArmRun, episode: Episode, query: string): Promise<string> {
  const call = { user: userOf(episode), method: "POST", path: "/api/ask", body: { query }, schema: Answer } as const;
  const { answer, model } = await context.client.call(call);
  models.add(model);
  return answer;
}

const NOTHING = { parse: () => undefined };
