import type { ServiceContext } from "../context.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { KeywordHit } from "../ports/search-index.ts";
import { isStopWord, titleKey, words } from "../text/analyze.ts";
import { parseKeywordQuery } from "../text/keyword-query.ts";
import { noteWindows, windowText } from "../text/windows.ts";

/** Most words of a title that can be named: a longer one is a sentence, which no other text repeats. */
const LONGEST_NAME = 6;
/** Words of a note that are searched for titles. */
const TEXT_WORDS = 2_000;
/** Notes that are searched for this note's title: the best matches of all its words. */
const NAMING = 20;

/** Where one of two notes names the other by title. */
export type Naming =
  /** This note's head contains the other's title: the head says what a note is about. */
  | "in head"
  /** The rest of this note's text contains it. */
  | "in text"
  /** The other note's text contains this note's title. */
  | "by other";

/** Returns notes whose title occurs as words in this note's text, and notes whose text contains this note's title. */
export async function namedNotes(ctx: ServiceContext, note: StoredNote): Promise<Map<string, Naming>> {
  const { keywords } = ctx.storage;
  const { userId } = ctx.actor;
  const titleQuery = isNameable(note.title) ? parseKeywordQuery(note.title.replaceAll(/["*]/g, " ")) : null;
  const [inThis, inOthers] = await Promise.all([
    notesNamedIn(ctx, note),
    titleQuery
      ? keywords.search(userId, titleQuery, {}, NAMING).then((hits) => findNamingNotes(ctx, note.title, hits))
      : [],
  ]);
  const namings = new Map<string, Naming>([...inOthers.map((id) => [id, "by other"] as const), ...inThis]);
  namings.delete(note.id);
  return namings;
}

/** Whether other texts can name a note of this title. */
export function isNameable(title: string): boolean {
  // A title of stop words alone would occur in every other note.
  return titleKey(title) !== "" && words(title).length <= LONGEST_NAME;
}

/** Returns notes whose title occurs as words in this text. */
export async function notesNamedIn(
  ctx: ServiceContext,
  text: Pick<StoredNote, "title" | "content">,
): Promise<Map<string, Naming>> {
  const head = windowText(text, noteWindows(text.content)[0]!);
  const names = namesIn(`${text.title}\n${text.content}`);
  const idsByKey = await ctx.storage.notes.findByTitleKeys(ctx.actor.userId, [...names.keys()]);
  const namings = new Map<string, Naming>();
  for (const [key, ids] of idsByKey)
    for (const id of ids) namings.set(id, names.get(key)! <= head.length ? "in head" : "in text");
  return namings;
}

/** Returns the hits whose text contains the title as written, ignoring case. */
async function findNamingNotes(ctx: ServiceContext, title: string, hits: readonly KeywordHit[]): Promise<string[]> {
  const notes = await getNotes(
    ctx,
    hits.map((hit) => hit.id),
  );
  const lowerTitle = title.trim().toLowerCase();
  return [...notes.values()]
    .filter(({ title: other, content }) => containsPhrase(`${other}\n${content}`, lowerTitle))
    .map(({ id }) => id);
}

/** Whether the text contains the words, but not as the end of another word. */
function containsPhrase(text: string, phrase: string): boolean {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(phrase); at >= 0; at = lower.indexOf(phrase, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(lower[at - 1]!)) return true;
  }
  return false;
}

/** Returns title keys that the text can name: runs of up to six words, not all stop words; each with its first end. */
function namesIn(text: string): Map<string, number> {
  const all = words(text).slice(0, TEXT_WORDS);
  const isStop = all.map((word) => isStopWord(word.text));
  const keys = new Map<string, number>();
  for (const start of all.keys()) {
    let key = "";
    let hasCounting = false;
    for (let place = start; place < Math.min(start + LONGEST_NAME, all.length); place++) {
      const { stem, end } = all[place]!;
      key = place === start ? stem : `${key} ${stem}`;
      hasCounting ||= !isStop[place];
      if (hasCounting && !keys.has(key)) keys.set(key, end);
    }
  }
  return keys;
}
