import type { ServiceContext } from "../context.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { isStopWord, titleKey, words } from "../search/analyze.ts";
import { parseKeywordQuery } from "../search/keyword-query.ts";

/** A longer title is a sentence, which no other text repeats. */
const LONGEST_NAME = 6;
/** Words of a note that are looked through for titles. */
const TEXT_WORDS = 2_000;
/** Notes that name this one's title, at most. */
const NAMING = 20;

/** Notes whose title stands as words in this note's text, and notes whose text holds this one's title. */
export async function namedNotes(ctx: ServiceContext, note: StoredNote): Promise<string[]> {
  const { keywords, notes } = ctx.storage;
  const { userId } = ctx.actor;
  // A title of stop words alone would be named by every other note.
  const nameable = titleKey(note.title) !== "" && words(note.title).length <= LONGEST_NAME;
  const phrase = nameable ? parseKeywordQuery(`"${note.title.replaceAll('"', " ")}"`) : null;
  const [inThis, inOthers] = await Promise.all([
    notes.findByTitleKeys(userId, namesIn(`${note.title}\n${note.content}`)),
    phrase ? keywords.search(userId, phrase, {}, NAMING) : [],
  ]);
  const ids = new Set([...inThis.values()].flat().concat(inOthers.map((hit) => hit.id)));
  ids.delete(note.id);
  return [...ids];
}

/** Title keys that the text could name: its runs of up to six words, one of which counts. */
function namesIn(text: string): string[] {
  const all = words(text).slice(0, TEXT_WORDS);
  const keys = new Set<string>();
  for (const start of all.keys()) {
    const run = all.slice(start, start + LONGEST_NAME);
    const counting = run.findIndex((word) => !isStopWord(word.text));
    if (counting < 0) continue;
    for (let end = counting + 1; end <= run.length; end++)
      keys.add(
        run
          .slice(0, end)
          .map((word) => word.stem)
          .join(" "),
      );
  }
  return [...keys];
}
