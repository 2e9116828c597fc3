import type { ServiceContext } from "../context.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { namesIn } from "../text/names.ts";

/** Words of a text that are searched for titles: its title and about a window. More lead away more often than on. */
const TEXT_WORDS = 80;

/** Returns the notes that the text names by their titles. */
export async function namedIn(ctx: ServiceContext, text: string): Promise<Set<string>> {
  const idsByKey = await ctx.storage.notes.findByTitleKeys(ctx.actor.userId, namesIn(text, TEXT_WORDS));
  return new Set([...idsByKey.values()].flat());
}

/** Returns for each note the others that its title and passage name. */
export async function mentionsOf(
  ctx: ServiceContext,
  texts: readonly { readonly note: StoredNote; readonly passage: string }[],
): Promise<Map<string, string[]>> {
  const names = texts.map(({ note, passage }) => namesIn(`${note.title}\n${passage}`, TEXT_WORDS));
  const idsByKey = await ctx.storage.notes.findByTitleKeys(ctx.actor.userId, [...new Set(names.flat())]);
  return new Map(
    texts.map(({ note }, index) => {
      const ids = new Set(names[index]!.flatMap((key) => idsByKey.get(key) ?? []));
      ids.delete(note.id);
      return [note.id, [...ids]];
    }),
  );
}
