import type { ServiceContext } from "../context.ts";
import type { NoteSelection } from "../ports/note-store.ts";
import { isStopWord, type Word, words } from "../text/analyze.ts";
import { isSelected } from "../kit/is-selected.ts";

/** Most titles read for each beginning of a title key. */
const CANDIDATES = 50;
/** Letters of an unfinished word that its stem has for certain, whatever follows. */
const LETTERS_OF_STEM = 4;

/** The words of a query, read as a title. */
interface SoughtTitle {
  readonly words: readonly Word[];
  /** Whether the last word is a prefix. */
  readonly isUnfinished: boolean;
}

/** Returns ids of notes whose title is the query, then of those whose title begins with it; newest first. */
export async function titledNotes(ctx: ServiceContext, q: string, selection: NoteSelection): Promise<string[]> {
  const soughtTitle = readTitle(q);
  const { userId } = ctx.actor;
  const candidates = await Promise.all(
    beginnings(soughtTitle).map((key) => ctx.storage.notes.findByTitleBeginning(userId, key, CANDIDATES)),
  );
  const ranks = new Map(candidates.flat().map(({ id, title }) => [id, rankOf(words(title), soughtTitle)] as const));
  const rankedIds = [...ranks].filter(([, rank]) => rank < 2).toSorted(byRankThenNewest);
  return await filterSelected(
    ctx,
    rankedIds.map(([id]) => id),
    selection,
  );
}

function readTitle(q: string): SoughtTitle {
  const all = words(q);
  const last = all.at(-1);
  return { words: all, isUnfinished: last !== undefined && q[last.end] === "*" };
}

/** Returns the beginnings of title keys to look for. Titles of only stop words have an empty key, which sorts first. */
function beginnings({ words: soughtWords, isUnfinished }: SoughtTitle): string[] {
  const last = soughtWords.at(-1);
  if (last === undefined) return [];
  if (soughtWords.every(({ text }) => isStopWord(text))) return [""];
  const stems = soughtWords.map(({ stem }) => stem);
  const whole = stems.join(" ");
  if (!isUnfinished) return [whole];
  return [...new Set([whole, [...stems.slice(0, -1), last.text.slice(0, LETTERS_OF_STEM)].join(" ")])];
}

/** Returns 0 when the title is the query, 1 when it begins with it and not only with stop words, 2 otherwise. */
function rankOf(title: readonly Word[], { words: soughtWords, isUnfinished }: SoughtTitle): 0 | 1 | 2 {
  if (soughtWords.length === title.length && soughtWords.every(({ text }, index) => text === title[index]!.text))
    return 0;
  const titleStart = title.slice(0, soughtWords.length);
  const last = isUnfinished ? soughtWords.length - 1 : Infinity;
  const startsTitle = soughtWords.every(({ text }, index) =>
    index < last ? text === titleStart[index]?.text : titleStart[index]?.text.startsWith(text),
  );
  return startsTitle && titleStart.some(({ text }) => !isStopWord(text)) ? 1 : 2;
}

function byRankThenNewest([one, rank]: readonly [string, number], [other, otherRank]: readonly [string, number]) {
  return rank - otherRank || (one < other ? 1 : -1);
}

async function filterSelected(
  ctx: ServiceContext,
  ids: readonly string[],
  selection: NoteSelection,
): Promise<string[]> {
  if (ids.length === 0 || Object.keys(selection).length === 0) return [...ids];
  const notes = await ctx.storage.notes.getMany(ctx.actor.userId, ids);
  const selectedIds = new Set(notes.filter((note) => isSelected(note, selection)).map(({ id }) => id));
  return ids.filter((id) => selectedIds.has(id));
}
